-- The database of a book, derived from its logs: it may be deleted at any time and is made again from them.
-- Chips are whole numbers; money is in whole minor units of a currency (cents); cards are 13 × suit + rank, the suits
-- spades, hearts, diamonds, clubs, the ranks from two (0) to ace (12); sets of cards have bit n for card n.
-- A session is known by a number that follows from its day and id, a hand by its place in the session, from 1.

CREATE TABLE about (
    program VARCHAR NOT NULL,   -- digest of the sources that make rows: for other sources the database is made again
    currency VARCHAR NOT NULL,  -- of the book
    game VARCHAR NOT NULL       -- of sessions that name none
);
COMMENT ON TABLE about IS 'What the rest was made with: one row.';

CREATE TABLE files (
    file VARCHAR NOT NULL,      -- below the book's folder
    hash BLOB NOT NULL,         -- SHA-256 of its bytes; empty if it is not used
    problem VARCHAR,            -- why it, or a part of it, is not in the book
    open_line INTEGER,          -- number of its last line if the end of that is missing: it may have been cut off there
    stamp_size BIGINT,          -- its stamp when it was hashed: as long as it has that it need not be hashed again;
    stamp_modified BIGINT,      -- all four are NULL if it may change and keep them. Times are in nanoseconds since 1970,
    stamp_changed BIGINT,       -- of a change of the content, and of anything
    stamp_inode UBIGINT
);
COMMENT ON TABLE files IS 'The files that the database was made from, and others in the folder, which are not used.';

CREATE TABLE duplicates (
    file VARCHAR NOT NULL,
    id VARCHAR NOT NULL
);
COMMENT ON TABLE duplicates IS 'Sessions that a file has but another file has too, which counts (folder.goes_before).';

CREATE TABLE disputes (
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,      -- of the payment, or the first of the hand
    what VARCHAR NOT NULL,      -- the hand with its number, or the line
    date DATE,                  -- of a payment; NULL in a log
    who VARCHAR NOT NULL,       -- says so, as it is written there
    words VARCHAR NOT NULL
);
COMMENT ON TABLE disputes IS 'What somebody says is wrong, and nobody has answered.';

CREATE TABLE players (
    player INTEGER NOT NULL,    -- as in book.toml
    name VARCHAR NOT NULL,
    handle VARCHAR              -- where to send money
);
COMMENT ON TABLE players IS 'The people of the book.';

CREATE TABLE names (
    name VARCHAR NOT NULL,
    player INTEGER NOT NULL
);
COMMENT ON TABLE names IS 'Each name that a log may call somebody by.';

CREATE TABLE sessions (
    session BIGINT NOT NULL,
    id VARCHAR NOT NULL,        -- as in the log
    file VARCHAR NOT NULL,
    date DATE NOT NULL,
    title VARCHAR,
    game VARCHAR NOT NULL,      -- pots carry from session to session of one game
    rules VARCHAR NOT NULL,     -- a preset and options, as a log has them
    unit VARCHAR NOT NULL,      -- currency, or 'chips' where a chip has no value
    chip BIGINT NOT NULL,       -- what a chip is worth in minor units; 1 where it has no value
    ante BIGINT NOT NULL,
    pot_line INTEGER NOT NULL,  -- log line of the opening pot, or of the session
    opening BIGINT,             -- chips in the pot at first; NULL if the line could not be read
    closing BIGINT NOT NULL,    -- chips in the pot at the end
    sure BOOLEAN NOT NULL,      -- the closing pot can be trusted
    sharers INTEGER[] NOT NULL, -- who shares the pot at the end
    pot_said BOOLEAN NOT NULL,  -- the log says what lies in the pot at first; if not, what the session before it left
    exempt_said INTEGER[],      -- who posts no ante in the first hand by the log; NULL if it does not say
    people INTEGER[] NOT NULL,  -- everybody who sat there, with or without a hand
    seated_first INTEGER[] NOT NULL, -- who sits in the first hand
    beside_hands INTEGER[] NOT NULL, -- who is named in a result, or has chips of a night that is kept by chips
    counted INTEGER[] NOT NULL, -- whose chips at the end are those counted
    alone BIGINT,               -- chips in the pot at the end if nothing had been carried to it; NULL if not certain
    exempt INTEGER[],           -- who posts no ante in the next hand; NULL if that is not known
    forfeits INTEGER[] NOT NULL, -- who may have forfeited a turn to deal and not missed it yet, once for each
    start VARCHAR,              -- what it began with because of the session before it, as JSON; NULL: as the log says
    hands INTEGER NOT NULL,
    quarantined INTEGER NOT NULL,
    plays INTEGER NOT NULL,     -- cards played
    proved INTEGER NOT NULL,    -- of them, proved right
    wrong INTEGER NOT NULL      -- of them, proved wrong
);
COMMENT ON TABLE sessions IS 'Game nights, one row each.';

CREATE TABLE hands (
    session BIGINT NOT NULL,
    hand INTEGER NOT NULL,      -- 1, 2, 3 … in the session
    number BIGINT,              -- as written
    line INTEGER NOT NULL,      -- log line
    quarantined BOOLEAN NOT NULL, -- a line could not be read: nothing of the hand counts
    seated UTINYINT NOT NULL,
    stayed UTINYINT NOT NULL,   -- players in the play
    stayers_said BOOLEAN NOT NULL, -- the log says who was; if not, only those who took and matched the pot are known
    turned UTINYINT,            -- card turned for trump
    trump UTINYINT,             -- suit: 0 spades, 1 hearts, 2 diamonds, 3 clubs
    pot BIGINT NOT NULL,        -- when the hand ended, before it was taken
    stake BIGINT NOT NULL,      -- of it, what was played for (the limit)
    verified BOOLEAN NOT NULL,  -- the pot can be trusted
    antes_known BOOLEAN NOT NULL, -- written down, or it is known who was exempt
    known BOOLEAN NOT NULL,     -- who won what is known
    split BOOLEAN NOT NULL,     -- the most tricks were tied
    misdeal BOOLEAN NOT NULL,   -- thrown in: nobody played it
    no_dealer BOOLEAN NOT NULL, -- nobody noted who dealt
    open BOOLEAN NOT NULL,      -- somebody's chips in it are not known (rules.md 5.16)
    ending UTINYINT NOT NULL,   -- what is missing at the end of the log: 0 nothing; or 1 nobody is known to have won this hand,
                                -- 2 only one is named as playing, 3 after a claim nobody wrote who took the other tricks
    one_ante BIGINT NOT NULL,   -- chips in one ante
    hand_size UTINYINT NOT NULL, -- cards of a player, by the rules of this hand
    deals_shown BOOLEAN NOT NULL, -- everybody's deal is written down, on an evening that has that of somebody who passed
    cards_played UINTEGER[] NOT NULL -- a number for each, in order of play: the view ``plays`` has what is in it
);
COMMENT ON TABLE hands IS 'Hands, one row each, in the order of play.';

CREATE TABLE seats (
    session BIGINT NOT NULL,
    hand INTEGER NOT NULL,
    seat UTINYINT NOT NULL,     -- clockwise from the dealer's left (0); the dealer sits last
    player INTEGER NOT NULL,
    declared UTINYINT NOT NULL, -- 0 passed or nothing written, 1 passed, 2 stayed, 3 dropped after the draw
    draw UTINYINT,              -- cards drawn; NULL if not recorded
    tricks UTINYINT,            -- tricks won; NULL if not known, or not in the play
    perhaps BOOLEAN NOT NULL,   -- may have taken the pot, or paid for a card taken back, which nobody wrote down
    winner BOOLEAN NOT NULL,    -- alone with the most tricks, and entitled to the pot
    tied BOOLEAN NOT NULL,      -- split the hand
    bourre BOOLEAN NOT NULL,    -- played and took no trick; where nobody knows the tricks: matched the pot
    bourre_known BOOLEAN NOT NULL, -- the tricks say whether: not where nobody knows them, nor for all after a claim
    after_bourre BOOLEAN,       -- went bourré in the last hand that was dealt to them that evening; NULL if not known
    reneged BOOLEAN NOT NULL,   -- has a play that is proved wrong
    unproved BOOLEAN NOT NULL,  -- has a play that this record proves neither right nor wrong
    dealt UBIGINT NOT NULL,     -- cards known to have been dealt to this player
    held UBIGINT NOT NULL,      -- cards known to have been in this hand when the play began
    ante BIGINT NOT NULL,       -- both antes
    taken BIGINT NOT NULL,
    matched BIGINT NOT NULL,
    penalty BIGINT NOT NULL     -- for a renege that the table called
);
COMMENT ON TABLE seats IS 'A player in a hand: declaration, draw, tricks, known cards, chips.';

CREATE TABLE luck (
    session BIGINT NOT NULL,
    hand INTEGER NOT NULL,
    player INTEGER NOT NULL,
    result DOUBLE,              -- in stakes: chips, the share of the pot left, antes saved; NULL if not known
    deal_luck DOUBLE,           -- what the cards dealt were worth above the mean, in stakes; NULL if not all are known
    draw_luck DOUBLE            -- and those drawn
);
COMMENT ON TABLE luck IS 'What a hand was worth to a player, and how much of it was luck: estimates, never posted.';

CREATE TABLE decisions (
    session BIGINT NOT NULL,
    hand INTEGER NOT NULL,
    player INTEGER NOT NULL,
    kind VARCHAR NOT NULL,      -- stay: to stay or to pass; discard: which to throw away; card: which to play
    trick INTEGER,              -- of a card, from 1
    chosen BIGINT NOT NULL,     -- stay: 1 stayed, 0 passed; else the mask of the cards
    best BIGINT,                -- what was worth more; NULL without a price
    cost DOUBLE,                -- value(best) - value(chosen), in stakes
    margin DOUBLE,              -- stay: value(stay) - value(pass)
    se DOUBLE,                  -- standard error of the margin, else of the cost
    loose DOUBLE NOT NULL,      -- how loose the others were taken to be, in stakes
    why_not VARCHAR,            -- why there is no price
    reference VARCHAR NOT NULL, -- table: against others as loose as they were that evening; even: against an even table
    gave INTEGER,               -- the player whom a card let take a first trick, where every card of the hand is known
    chart BIGINT,               -- stay: what somebody who follows the stay chart would have done there, as chosen
    chart_cost DOUBLE           -- stay: what that would have cost
);
COMMENT ON TABLE decisions IS 'Decisions and what they cost against reference players: estimates, never posted.';

CREATE TABLE priced (
    session BIGINT NOT NULL,
    part VARCHAR NOT NULL       -- table: luck, and to stay or pass; even: to stay or pass against an even table; discard; card
);
COMMENT ON TABLE priced IS 'Sessions whose luck and decisions are worked out, in part: that is done when somebody first asks.';

CREATE TABLE findings (
    session BIGINT,
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    hand BIGINT,                -- its number as written
    trick UTINYINT,
    player VARCHAR,             -- as the log has the name
    rule VARCHAR NOT NULL,
    severity VARCHAR NOT NULL,  -- error, warning, remark
    card UTINYINT,
    required UBIGINT,           -- cards that would have been right instead
    amount BIGINT,              -- chips
    settled INTEGER,            -- log line that put it right later
    message VARCHAR NOT NULL
);
COMMENT ON TABLE findings IS 'What the audit says, and carried pots that differ from what was left.';

CREATE TABLE postings (
    session BIGINT,             -- NULL: a payment between sessions
    n INTEGER NOT NULL,         -- order within the session, or within the payments
    date DATE NOT NULL,
    hand BIGINT,                -- number of the hand it belongs to, or of the one that a ruling names
    line INTEGER NOT NULL,      -- log line
    kind VARCHAR NOT NULL,      -- ante, take, match, …
    debit INTEGER NOT NULL,     -- account that receives: a player, 0 the pot, -1 the bank, -2 unexplained
    credit INTEGER NOT NULL,    -- account that gives
    chips BIGINT NOT NULL,      -- that moved
    unit VARCHAR NOT NULL,      -- currency of the amount, or 'chips'
    amount BIGINT NOT NULL      -- value that moved, in minor units
);
COMMENT ON TABLE postings IS 'Double entry: value moves from the credited account to the debited one.';

CREATE TABLE totals (
    session BIGINT,             -- NULL: a payment between sessions, which has a row for each account by itself
    date DATE NOT NULL,
    account INTEGER NOT NULL,
    unit VARCHAR NOT NULL,
    opening BOOLEAN NOT NULL,   -- of the pots that the session began with; if not, of everything else
    chips BIGINT NOT NULL,
    amount BIGINT NOT NULL
);
COMMENT ON TABLE totals IS 'What each session comes to in each account: postings added up once, so that balances need not be.';

CREATE TABLE nights (
    session BIGINT NOT NULL,
    player INTEGER NOT NULL,
    chips BIGINT NOT NULL       -- won, or lost below zero: all postings but those of chips bought and cashed, and of money
);
COMMENT ON TABLE nights IS 'Who was there in each session, in a hand that counts or by lines beside hands, and what they won.';

CREATE TABLE winnings (
    session BIGINT NOT NULL,
    winner INTEGER NOT NULL,
    loser INTEGER NOT NULL,     -- who had put the chips into the pot; 0: they lay there, or a count brought them to light
    chips BIGINT NOT NULL
);
COMMENT ON TABLE winnings IS 'Whose chips each player took from the pot; what came back to its owner is left out.';

CREATE TABLE payments (
    session BIGINT,             -- NULL: paid between sessions
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    date DATE NOT NULL,
    payer INTEGER NOT NULL,
    payee INTEGER NOT NULL,
    unit VARCHAR NOT NULL,      -- currency
    amount BIGINT NOT NULL,     -- minor units
    note VARCHAR NOT NULL
);
COMMENT ON TABLE payments IS 'Money that people paid each other, in the words of the logs.';

CREATE TABLE expenses (
    session BIGINT,             -- NULL: paid between sessions
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    date DATE NOT NULL,
    payer INTEGER NOT NULL,
    sharers INTEGER[] NOT NULL, -- those it was for, in the order of the log
    unit VARCHAR NOT NULL,      -- currency
    amount BIGINT NOT NULL,     -- minor units
    note VARCHAR NOT NULL
);
COMMENT ON TABLE expenses IS 'Money that somebody paid for several, in the words of the logs.';

CREATE TABLE closed (
    until DATE,                 -- the last day that is closed; NULL: nothing is any more
    head VARCHAR NOT NULL       -- of the chain in closed.txt
);
COMMENT ON TABLE closed IS 'How far the book is closed: one row, none if nothing ever was.';

CREATE TABLE breaches (
    n INTEGER NOT NULL,         -- in the order in which they are told
    kind VARCHAR NOT NULL,      -- changed; or counted: nothing was, but this program counts otherwise
    message VARCHAR NOT NULL
);
COMMENT ON TABLE breaches IS 'What is not as it was when the book was closed.';

CREATE VIEW plays AS
    SELECT session, hand,
        (play >> 16)::UTINYINT AS trick,      -- from 1
        (play >> 12 & 15)::UTINYINT AS turn,  -- from 1, in order of play
        (play >> 8 & 15)::UTINYINT AS seat,
        nullif(play >> 2 & 63, 52)::UTINYINT AS card, -- NULL: a card that nobody wrote down
        (play & 3)::UTINYINT AS verdict       -- 1 proved right, 2 not provable from this record, 3 proved wrong
    FROM (SELECT session, hand, unnest(cards_played) AS play FROM hands);
COMMENT ON VIEW plays IS 'Every card played, in order of play, with the verdict on it: as a table it would be half the book.';

CREATE VIEW entries AS
    SELECT session, n, date, hand, line, kind, debit AS account, credit AS other, chips, unit, amount FROM postings
    UNION ALL
    SELECT session, n, date, hand, line, kind, credit AS account, debit AS other, -chips, unit, -amount FROM postings;
COMMENT ON VIEW entries IS 'Each posting twice: once for the account that receives, once for the one that gives.';

CREATE VIEW papers AS
    SELECT 'payment' AS kind, session, file, line, note FROM payments
    UNION ALL SELECT 'expense' AS kind, session, file, line, note FROM expenses;
COMMENT ON VIEW papers IS 'Where postings of money are written, and in which words: one row for a kind of posting and a line.';

CREATE VIEW balances AS
    SELECT account, unit, sum(amount) AS amount FROM totals WHERE account NOT IN (0, -1) GROUP BY account, unit;
COMMENT ON VIEW balances IS 'Positions: what each player is owed (above zero) or owes, and what is unexplained (-2).';

CREATE VIEW pots AS
    SELECT game, totals.unit, sum(totals.chips) AS chips, sum(amount) AS amount
    FROM totals JOIN sessions USING (session) WHERE account = 0 GROUP BY game, totals.unit;
COMMENT ON VIEW pots IS 'What lies in the pot of each game.';

CREATE VIEW results AS
    SELECT session, player, unit, chips, chips * chip AS amount FROM nights JOIN sessions USING (session);
COMMENT ON VIEW results IS 'What each player won or lost in each session, payments and chips bought or cashed aside.';

CREATE VIEW won_between AS
    SELECT * FROM entries WHERE account > 0 AND kind IN ({won between});
COMMENT ON VIEW won_between IS 'Chips that players won or lost between hands: rulings, and shares of the pot.';

CREATE VIEW there_beside AS
    SELECT session, unnest(beside_hands) AS player FROM sessions UNION SELECT session, account FROM won_between;
COMMENT ON VIEW there_beside IS 'Who was there in each session by other lines than its hands, also who won and lost nothing.';

CREATE VIEW unsure AS  -- of an open hand it is known what those who took and matched have
    SELECT session, hand, player, perhaps OR open AND declared <> 1 AND taken = 0 AND matched = 0 AND coalesce(tricks, 0) = 0 AS unsaid
    FROM seats JOIN hands USING (session, hand) WHERE quarantined OR NOT verified OR NOT antes_known OR unsaid;
COMMENT ON VIEW unsure IS 'Whose chips may be others than a hand shows, since not all of it is recorded (rules.md 5.16).';

CREATE VIEW player_hands AS
    SELECT seats.*, hands.* EXCLUDE (session, hand), id, date, rules, declared = 2 AS stays, seat = hands.seated - 1 AND NOT no_dealer AS deals,
        taken - seats.ante - matched - penalty AS net
    FROM seats JOIN hands USING (session, hand) JOIN sessions USING (session) WHERE NOT hands.quarantined;
COMMENT ON VIEW player_hands IS 'A player in a hand, with the hand and the session: what statistics are counted from.';
