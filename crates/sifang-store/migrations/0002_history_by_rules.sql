-- A history can be read rule set by rule set. What was played before is found in its summary.
ALTER TABLE played_by ADD COLUMN rules TEXT NOT NULL DEFAULT '';
UPDATE played_by SET rules = coalesce(json_extract(CAST(summary AS TEXT), '$.rules'), '')
    WHERE json_valid(CAST(summary AS TEXT));
CREATE INDEX played_by_rules ON played_by (player, rules, ended_ms DESC, match_id);
