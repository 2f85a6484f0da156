-- What the person in a seat answers once for all, as JSON: orders and their answers.
ALTER TABLE seats ADD COLUMN orders TEXT NOT NULL DEFAULT '{}';
