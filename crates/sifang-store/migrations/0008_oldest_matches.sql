-- Matches by age: what is kept no longer is found without looking through everything.
CREATE INDEX played_match_by_time ON played_match (ended_ms);
