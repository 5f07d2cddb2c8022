"""The one exception that a person at the keyboard is meant to read."""


class UserError(Exception):
    """Something the user can put right: ``message`` says what is wrong, ``remedy`` what to do about it.

    The command line prints both on standard error and ends with status 2; anything else that is raised is a defect of ours.
    """

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy
