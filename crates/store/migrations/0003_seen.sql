-- How many moves whoever sits there had seen when they last looked; -1 if they never did.
ALTER TABLE seats ADD COLUMN seen BIGINT NOT NULL DEFAULT -1;
