-- Finished deals in the order in which they end, found by a small index. A deal is several pages long: where it was a part of its
-- own key, finding the place for a new one meant reading a dozen old ones.
CREATE TABLE deal_in_order (
    n           INTEGER PRIMARY KEY,
    match_id    TEXT NOT NULL,
    number      INTEGER NOT NULL,
    record      BLOB NOT NULL,
    events      BLOB NOT NULL,
    UNIQUE (match_id, number)
);
INSERT INTO deal_in_order (match_id, number, record, events)
    SELECT match_id, number, record, events FROM played_deal ORDER BY match_id, number;
DROP TABLE played_deal;
ALTER TABLE deal_in_order RENAME TO played_deal;
