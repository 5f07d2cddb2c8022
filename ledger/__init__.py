"""Bourré session logs: read, replayed, settled and audited.

The names below are imported when first used, so that ``import ledger`` costs nothing. From a log to its findings:
``audit_sessions([read_path("friday.bourre")]).findings``. For many hands at once: ``judge(hands)`` with hands from
``columns_of(sessions)`` or ``read_hands("hands.parquet")``.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the same names, for programs that check types
    from ledger.book.balances import Step as Step
    from ledger.book.balances import steps as steps
    from ledger.book.book import Book as Book
    from ledger.book.draft_file import Recorder as Recorder
    from ledger.book.figures import Balance as Balance
    from ledger.book.figures import Owing as Owing
    from ledger.book.figures import Pot as Pot
    from ledger.book.figures import SuggestedTransfer as SuggestedTransfer
    from ledger.book.figures import account_names as account_names
    from ledger.book.figures import handles as handles
    from ledger.book.figures import owing as owing
    from ledger.book.figures import session_count as session_count
    from ledger.book.figures import settled_tonight as settled_tonight
    from ledger.book.folder import book_folder as book_folder
    from ledger.book.import_outcome import Imported as Imported
    from ledger.book.import_outcome import Newcomer as Newcomer
    from ledger.book.import_outcome import SessionOutcome as SessionOutcome
    from ledger.book.input_values import parse_money as parse_money
    from ledger.book.log_text import LogLine as LogLine
    from ledger.book.log_text import LogText as LogText
    from ledger.book.log_text import log_text as session_log
    from ledger.book.one_hand import Told as Told
    from ledger.book.one_hand import told_hand as told_hand
    from ledger.book.passwords import role_for as role_for
    from ledger.book.passwords import set_password as set_password
    from ledger.book.paying import Paid as Paid
    from ledger.book.paying import Wish as Wish
    from ledger.book.people import Person as Person
    from ledger.book.people import people as people
    from ledger.book.posting_words import in_the_log as in_the_log
    from ledger.book.posting_words import transfer_sentence as transfer_sentence
    from ledger.book.posting_words import what as posting_words
    from ledger.book.recordings import StaleError as StaleError
    from ledger.book.recordings import StoredRecording as StoredRecording
    from ledger.book.recordings import TakenError as TakenError
    from ledger.book.roles import Access as Access
    from ledger.book.roles import Forbidden as Forbidden
    from ledger.book.roles import Role as Role
    from ledger.book.rulings import Case as Case
    from ledger.book.rulings import Ruled as Ruled
    from ledger.book.rulings import ruling_line as ruling_line
    from ledger.book.trail import Item as Item
    from ledger.book.trail import Night as TrailNight
    from ledger.book.trail import Trail as Trail
    from ledger.book.trail import trail as trail
    from ledger.engine.judge import judge as judge
    from ledger.errors import UserError as UserError
    from ledger.export.cells import csv_text as csv_text
    from ledger.export.cells import figure as figure
    from ledger.findings.audit import Report as Report
    from ledger.findings.audit import audit as audit_sessions
    from ledger.findings.finding import Finding as Finding
    from ledger.findings.from_facts import findings as findings_in
    from ledger.findings.kinds import KINDS_OF_FINDING as KINDS_OF_FINDING
    from ledger.findings.kinds import RULES_OF_PLAY as RULES_OF_PLAY
    from ledger.findings.kinds import UNPAID_RENEGE as UNPAID_RENEGE
    from ledger.game.explanation import COMPARED_NOTE as COMPARED_NOTE
    from ledger.game.explanation import Explanation as Explanation
    from ledger.game.explanation import compared_rules as compared_rules
    from ledger.game.explanation import explain_rules as explain_rules
    from ledger.game.option_values import RulesError as RulesError
    from ledger.game.rules import PRESETS as PRESETS
    from ledger.game.rules import Rules as Rules
    from ledger.game.rules_line import parse_rules as parse_rules
    from ledger.hands.from_log import columns as columns_of
    from ledger.hands.model import Hands as Hands
    from ledger.hands.parquet import read_hands as read_hands
    from ledger.hands.parquet import write_hands as write_hands
    from ledger.hands.to_log import sessions_of as sessions_of
    from ledger.log import read as read
    from ledger.log import read_path as read_path
    from ledger.log import write as write
    from ledger.log.between_hands import BETWEEN_HANDS as BETWEEN_HANDS
    from ledger.log.parts import Part as StatementPart
    from ledger.log.records import Session as Session
    from ledger.log.words import quote as quoted
    from ledger.log.words import visible as visible_text
    from ledger.money.amounts import amount_text as amount_text
    from ledger.money.amounts import decimal_text as decimal_text
    from ledger.recording.hand_steps import card as play_card
    from ledger.recording.hand_steps import count_tricks as count_tricks
    from ledger.recording.hand_steps import finish_trick as finish_trick
    from ledger.recording.hand_steps import others_pass as others_pass
    from ledger.recording.hand_steps import take_back as take_back
    from ledger.recording.hand_steps import toggle_stay as toggle_stay
    from ledger.recording.hand_steps import tricks_counted as tricks_counted
    from ledger.recording.referee import Objection as Objection
    from ledger.recording.referee import objections as objections
    from ledger.recording.spoken import NewSession as NewSession
    from ledger.recording.spoken import Recording as Recording
    from ledger.recording.spoken import confirm as confirm_hand
    from ledger.recording.spoken import note as say_note
    from ledger.recording.spoken import opened as open_recording
    from ledger.recording.spoken import say as say
    from ledger.recording.spoken import start as start_recording
    from ledger.recording.spoken import undo as undo_step
    from ledger.recording.state import HandNow as HandNow
    from ledger.recording.state import HandToCome as HandToCome
    from ledger.recording.state import RecordingView as RecordingView
    from ledger.recording.state import Settling as Settling
    from ledger.recording.view import view as recording_view
    from ledger.stats import BANDS as BANDS
    from ledger.stats import RIVALS_DEFINITION as RIVALS_DEFINITION
    from ledger.stats import Filter as Filter
    from ledger.stats import Wanted as Wanted
    from ledger.stats import books_balance as books_balance
    from ledger.stats import by_position as by_position
    from ledger.stats import by_pot as by_pot
    from ledger.stats import by_trumps as by_trumps
    from ledger.stats import chips_by_hand as chips_by_hand
    from ledger.stats import evening as evening
    from ledger.stats import evenings as evenings
    from ledger.stats import findings_of_book as findings_of_book
    from ledger.stats import hands_of as hands_of
    from ledger.stats import head_to_head as head_to_head
    from ledger.stats import last_evening as last_evening
    from ledger.stats import player_figures as player_figures
    from ledger.stats import player_money as player_money
    from ledger.stats import pot_by_hand as pot_by_hand
    from ledger.stats import rivals as rivals
    from ledger.stats import wilson as wilson
    from ledger.stats import winnings_over_time as winnings_over_time
    from ledger.story.hand_told import Moment as Moment
    from ledger.story.hand_told import Retelling as Retelling
    from ledger.story.hand_told import trump_of as trump_of
    from ledger.story.sentences import settlement as settlement
    from ledger.story.step_by_step import moments as moments

__version__ = "0.2.0"

_HOMES = {
    "Access": "ledger.book.roles:Access",
    "BANDS": "ledger.stats:BANDS",
    "Balance": "ledger.book.figures:Balance",
    "Book": "ledger.book.book:Book",
    "COMPARED_NOTE": "ledger.game.explanation:COMPARED_NOTE",
    "Case": "ledger.book.rulings:Case",
    "NewSession": "ledger.recording.spoken:NewSession",
    "SessionOutcome": "ledger.book.import_outcome:SessionOutcome",
    "Filter": "ledger.stats:Filter",
    "Finding": "ledger.findings.finding:Finding",
    "Forbidden": "ledger.book.roles:Forbidden",
    "HandNow": "ledger.recording.state:HandNow",
    "HandToCome": "ledger.recording.state:HandToCome",
    "Hands": "ledger.hands.model:Hands",
    "Imported": "ledger.book.import_outcome:Imported",
    "Item": "ledger.book.trail:Item",
    "KINDS_OF_FINDING": "ledger.findings.kinds:KINDS_OF_FINDING",
    "StoredRecording": "ledger.book.recordings:StoredRecording",
    "LogLine": "ledger.book.log_text:LogLine",
    "LogText": "ledger.book.log_text:LogText",
    "Moment": "ledger.story.hand_told:Moment",
    "Newcomer": "ledger.book.import_outcome:Newcomer",
    "Objection": "ledger.recording.referee:Objection",
    "Owing": "ledger.book.figures:Owing",
    "PRESETS": "ledger.game.rules:PRESETS",
    "Paid": "ledger.book.paying:Paid",
    "Person": "ledger.book.people:Person",
    "Pot": "ledger.book.figures:Pot",
    "RIVALS_DEFINITION": "ledger.stats:RIVALS_DEFINITION",
    "RULES_OF_PLAY": "ledger.findings.kinds:RULES_OF_PLAY",
    "Recorder": "ledger.book.draft_file:Recorder",
    "Recording": "ledger.recording.spoken:Recording",
    "RecordingView": "ledger.recording.state:RecordingView",
    "Report": "ledger.findings.audit:Report",
    "Retelling": "ledger.story.hand_told:Retelling",
    "Role": "ledger.book.roles:Role",
    "Ruled": "ledger.book.rulings:Ruled",
    "Rules": "ledger.game.rules:Rules",
    "RulesError": "ledger.game.option_values:RulesError",
    "BETWEEN_HANDS": "ledger.log.between_hands:BETWEEN_HANDS",
    "Session": "ledger.log.records:Session",
    "StatementPart": "ledger.log.parts:Part",
    "Settling": "ledger.recording.state:Settling",
    "StaleError": "ledger.book.recordings:StaleError",
    "Step": "ledger.book.balances:Step",
    "TakenError": "ledger.book.recordings:TakenError",
    "Told": "ledger.book.one_hand:Told",
    "Explanation": "ledger.game.explanation:Explanation",
    "Trail": "ledger.book.trail:Trail",
    "TrailNight": "ledger.book.trail:Night",
    "SuggestedTransfer": "ledger.book.figures:SuggestedTransfer",
    "UNPAID_RENEGE": "ledger.findings.kinds:UNPAID_RENEGE",
    "UserError": "ledger.errors:UserError",
    "Wanted": "ledger.stats:Wanted",
    "Wish": "ledger.book.paying:Wish",
    "account_names": "ledger.book.figures:account_names",
    "amount_text": "ledger.money.amounts:amount_text",
    "audit_sessions": "ledger.findings.audit:audit",
    "book_folder": "ledger.book.folder:book_folder",
    "books_balance": "ledger.stats:books_balance",
    "by_position": "ledger.stats:by_position",
    "by_pot": "ledger.stats:by_pot",
    "by_trumps": "ledger.stats:by_trumps",
    "chips_by_hand": "ledger.stats:chips_by_hand",
    "columns_of": "ledger.hands.from_log:columns",
    "compared_rules": "ledger.game.explanation:compared_rules",
    "confirm_hand": "ledger.recording.spoken:confirm",
    "count_tricks": "ledger.recording.hand_steps:count_tricks",
    "csv_text": "ledger.export.cells:csv_text",
    "decimal_text": "ledger.money.amounts:decimal_text",
    "evening": "ledger.stats:evening",
    "evenings": "ledger.stats:evenings",
    "figure": "ledger.export.cells:figure",
    "findings_in": "ledger.findings.from_facts:findings",
    "findings_of_book": "ledger.stats:findings_of_book",
    "finish_trick": "ledger.recording.hand_steps:finish_trick",
    "handles": "ledger.book.figures:handles",
    "hands_of": "ledger.stats:hands_of",
    "head_to_head": "ledger.stats:head_to_head",
    "in_the_log": "ledger.book.posting_words:in_the_log",
    "judge": "ledger.engine.judge:judge",
    "last_evening": "ledger.stats:last_evening",
    "moments": "ledger.story.step_by_step:moments",
    "parse_money": "ledger.book.input_values:parse_money",
    "objections": "ledger.recording.referee:objections",
    "open_recording": "ledger.recording.spoken:opened",
    "others_pass": "ledger.recording.hand_steps:others_pass",
    "owing": "ledger.book.figures:owing",
    "parse_rules": "ledger.game.rules_line:parse_rules",
    "people": "ledger.book.people:people",
    "play_card": "ledger.recording.hand_steps:card",
    "player_figures": "ledger.stats:player_figures",
    "player_money": "ledger.stats:player_money",
    "posting_words": "ledger.book.posting_words:what",
    "pot_by_hand": "ledger.stats:pot_by_hand",
    "quoted": "ledger.log.words:quote",
    "read": "ledger.log:read",
    "read_hands": "ledger.hands.parquet:read_hands",
    "read_path": "ledger.log:read_path",
    "recording_view": "ledger.recording.view:view",
    "rivals": "ledger.stats:rivals",
    "role_for": "ledger.book.passwords:role_for",
    "ruling_line": "ledger.book.rulings:ruling_line",
    "say": "ledger.recording.spoken:say",
    "say_note": "ledger.recording.spoken:note",
    "session_count": "ledger.book.figures:session_count",
    "session_log": "ledger.book.log_text:log_text",
    "sessions_of": "ledger.hands.to_log:sessions_of",
    "set_password": "ledger.book.passwords:set_password",
    "settled_tonight": "ledger.book.figures:settled_tonight",
    "settlement": "ledger.story.sentences:settlement",
    "start_recording": "ledger.recording.spoken:start",
    "steps": "ledger.book.balances:steps",
    "take_back": "ledger.recording.hand_steps:take_back",
    "toggle_stay": "ledger.recording.hand_steps:toggle_stay",
    "told_hand": "ledger.book.one_hand:told_hand",
    "explain_rules": "ledger.game.explanation:explain_rules",
    "trail": "ledger.book.trail:trail",
    "transfer_sentence": "ledger.book.posting_words:transfer_sentence",
    "tricks_counted": "ledger.recording.hand_steps:tricks_counted",
    "trump_of": "ledger.story.hand_told:trump_of",
    "undo_step": "ledger.recording.spoken:undo",
    "visible_text": "ledger.log.words:visible",
    "wilson": "ledger.stats:wilson",
    "winnings_over_time": "ledger.stats:winnings_over_time",
    "write": "ledger.log:write",
    "write_hands": "ledger.hands.parquet:write_hands",
}
"""Where each public name lives. None of them may be the name of a module of this package, which would hide it."""

__all__ = [
    "BANDS",
    "BETWEEN_HANDS",
    "COMPARED_NOTE",
    "KINDS_OF_FINDING",
    "PRESETS",
    "RIVALS_DEFINITION",
    "RULES_OF_PLAY",
    "UNPAID_RENEGE",
    "Access",
    "Balance",
    "Book",
    "Case",
    "Explanation",
    "Filter",
    "Finding",
    "Forbidden",
    "HandNow",
    "HandToCome",
    "Hands",
    "Imported",
    "Item",
    "LogLine",
    "LogText",
    "Moment",
    "NewSession",
    "Newcomer",
    "Objection",
    "Owing",
    "Paid",
    "Person",
    "Pot",
    "Recorder",
    "Recording",
    "RecordingView",
    "Report",
    "Retelling",
    "Role",
    "Ruled",
    "Rules",
    "RulesError",
    "Session",
    "SessionOutcome",
    "Settling",
    "StaleError",
    "StatementPart",
    "Step",
    "StoredRecording",
    "SuggestedTransfer",
    "TakenError",
    "Told",
    "Trail",
    "TrailNight",
    "UserError",
    "Wanted",
    "Wish",
    "__version__",
    "account_names",
    "amount_text",
    "audit_sessions",
    "book_folder",
    "books_balance",
    "by_position",
    "by_pot",
    "by_trumps",
    "chips_by_hand",
    "columns_of",
    "compared_rules",
    "confirm_hand",
    "count_tricks",
    "csv_text",
    "decimal_text",
    "evening",
    "evenings",
    "explain_rules",
    "figure",
    "findings_in",
    "findings_of_book",
    "finish_trick",
    "handles",
    "hands_of",
    "head_to_head",
    "in_the_log",
    "judge",
    "last_evening",
    "moments",
    "objections",
    "open_recording",
    "others_pass",
    "owing",
    "parse_money",
    "parse_rules",
    "people",
    "play_card",
    "player_figures",
    "player_money",
    "posting_words",
    "pot_by_hand",
    "quoted",
    "read",
    "read_hands",
    "read_path",
    "recording_view",
    "rivals",
    "role_for",
    "ruling_line",
    "say",
    "say_note",
    "session_count",
    "session_log",
    "sessions_of",
    "set_password",
    "settled_tonight",
    "settlement",
    "start_recording",
    "steps",
    "take_back",
    "toggle_stay",
    "told_hand",
    "trail",
    "transfer_sentence",
    "tricks_counted",
    "trump_of",
    "undo_step",
    "visible_text",
    "wilson",
    "winnings_over_time",
    "write",
    "write_hands",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'ledger' has no attribute {name!r}")
    module, _, attribute = _HOMES[name].partition(":")
    return getattr(import_module(module), attribute)


def __dir__() -> list[str]:
    return sorted(__all__)
