-- Who played a match, found by the match: so that a match can be removed without looking through all histories.
CREATE INDEX played_by_match ON played_by (match_id);
