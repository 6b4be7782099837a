-- The exact sliding window. A subject never has more requests than its limit in any window, at any concurrency: the
-- subject's head row is locked, and only then is the clock read. Reading it before (as one upsert over a fixed window
-- does) lets up to twice the limit through across a boundary. Events never share a time and never go back, so that an
-- event is named by (subject, at) and a clock that is set back admits nothing extra.

-- Locks the subject, deletes events that have left the window, and returns the requests left in it. An event counts as n
-- requests. The window is that of the clock: after a lease, the last event lies in the future, and counting back from it
-- would delete events too early.
CREATE FUNCTION rate_lock(p_subject text, p_window interval, OUT now_at timestamptz, OUT used integer) LANGUAGE plpgsql AS $$
DECLARE
  head rate_heads;
  gone integer;
BEGIN
  SELECT * INTO head FROM rate_heads WHERE subject = p_subject FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO rate_heads (subject) VALUES (p_subject) ON CONFLICT DO NOTHING;
    SELECT * INTO head FROM rate_heads WHERE subject = p_subject FOR UPDATE;
  END IF;
  now_at := clock_timestamp();
  WITH old AS (DELETE FROM rate_events WHERE subject = p_subject AND at <= now_at - p_window RETURNING n)
    SELECT coalesce(sum(n), 0) INTO gone FROM old;
  now_at := greatest(now_at, head.last_at + interval '1 microsecond');
  used := head.events - gone;
  IF gone > 0 THEN
    UPDATE rate_heads SET events = used WHERE subject = p_subject;
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION rate_add(p_subject text, p_at timestamptz, p_used integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO rate_events (subject, at) VALUES (p_subject, p_at);
  UPDATE rate_heads SET events = p_used + 1, last_at = p_at WHERE subject = p_subject;
$$;
--> statement-breakpoint
-- When the oldest request leaves the window, or the p_skip-th after it. Null when there is none.
CREATE FUNCTION rate_leaves(p_subject text, p_window interval, p_skip integer) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF p_skip <= 0 THEN
    RETURN (SELECT at + p_window FROM rate_events WHERE subject = p_subject ORDER BY at LIMIT 1);
  END IF;
  RETURN (SELECT at + p_window FROM (SELECT at, sum(n) OVER (ORDER BY at) AS so_far FROM rate_events WHERE subject = p_subject) e
           WHERE so_far > p_skip ORDER BY at LIMIT 1);
END $$;
--> statement-breakpoint
-- Takes a charge back, for answers that cost nothing.
CREATE FUNCTION rate_refund(p_subject text, p_at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM rate_heads WHERE subject = p_subject FOR UPDATE;
  DELETE FROM rate_events WHERE subject = p_subject AND at = p_at;
  IF FOUND THEN
    UPDATE rate_heads SET events = events - 1 WHERE subject = p_subject;
  END IF;
END $$;
--> statement-breakpoint
-- Gives back requests of a block that were not used.
CREATE FUNCTION rate_return(p_subject text, p_at timestamptz, p_n integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM rate_heads WHERE subject = p_subject FOR UPDATE;
  UPDATE rate_events SET n = n - p_n WHERE subject = p_subject AND at = p_at AND n >= p_n;
  IF FOUND THEN
    UPDATE rate_heads SET events = events - p_n WHERE subject = p_subject;
    DELETE FROM rate_events WHERE subject = p_subject AND at = p_at AND n = 0;
  END IF;
END $$;
--> statement-breakpoint
-- Requests in the window and the time of the oldest, from the head alone. What has left the window is forgotten first,
-- unless a decision does that at this moment.
CREATE FUNCTION rate_read(p_subject text, p_window interval, OUT used integer, OUT oldest timestamptz) LANGUAGE plpgsql AS $$
DECLARE
  since timestamptz := clock_timestamp() - p_window;
  gone integer;
BEGIN
  SELECT h.events, (SELECT min(e.at) FROM rate_events e WHERE e.subject = p_subject) INTO used, oldest
    FROM rate_heads h WHERE h.subject = p_subject;
  used := coalesce(used, 0);
  IF oldest IS NULL OR oldest > since THEN RETURN; END IF;
  SELECT h.events INTO used FROM rate_heads h WHERE h.subject = p_subject FOR UPDATE SKIP LOCKED;
  IF FOUND THEN
    WITH old AS (DELETE FROM rate_events WHERE subject = p_subject AND at <= since RETURNING n)
      SELECT coalesce(sum(n), 0) INTO gone FROM old;
    used := used - gone;
    UPDATE rate_heads SET events = used WHERE subject = p_subject;
  ELSE
    SELECT coalesce(sum(n), 0) INTO used FROM rate_events WHERE subject = p_subject AND at > since;
  END IF;
  SELECT min(e.at) INTO oldest FROM rate_events e WHERE e.subject = p_subject AND e.at > since;
END $$;
--> statement-breakpoint
-- Takes a block of up to p_want requests for a server, which may admit them within p_hold from now. They are counted from
-- the end of that time, the latest moment at which one may be admitted, so that no window ever holds more than the limit.
-- When little is left a block is a tenth of it, but at least what is needed now. A limit of null is none.
CREATE FUNCTION rate_lease(
  p_subject text, p_limit integer, p_want integer, p_need integer, p_window interval, p_hold interval,
  OUT granted integer, OUT used integer, OUT lease_at timestamptz, OUT retry_at timestamptz
) LANGUAGE plpgsql AS $$
DECLARE
  now_at timestamptz;
BEGIN
  IF p_want = 0 OR p_limit IS NULL THEN granted := p_want; used := 0; RETURN; END IF;
  SELECT l.used INTO used FROM rate_lock(p_subject, p_window) l;
  granted := greatest(least(p_want, greatest(p_need, (p_limit - used) / 10), p_limit - used), 0);
  IF granted > 0 THEN
    SELECT greatest(clock_timestamp() + p_hold, last_at + interval '1 microsecond') INTO lease_at
      FROM rate_heads WHERE subject = p_subject;
    INSERT INTO rate_events (subject, at, n) VALUES (p_subject, lease_at, granted);
    used := used + granted;
    UPDATE rate_heads SET events = rate_lease.used, last_at = lease_at WHERE subject = p_subject;
  ELSE
    retry_at := rate_leaves(p_subject, p_window, used - p_limit);
  END IF;
END $$;
--> statement-breakpoint
-- One decision for one subject, such as a user of the dashboard or a login name.
CREATE FUNCTION rate_admit(
  p_subject text, p_limit integer, p_window interval,
  OUT admitted boolean, OUT remaining integer, OUT now_at timestamptz, OUT retry_at timestamptz
) LANGUAGE plpgsql AS $$
DECLARE
  used integer;
BEGIN
  SELECT l.now_at, l.used INTO now_at, used FROM rate_lock(p_subject, p_window) l;
  admitted := used < p_limit;
  IF admitted THEN
    PERFORM rate_add(p_subject, now_at, used);
    used := used + 1;
  END IF;
  remaining := greatest(p_limit - used, 0);
  retry_at := rate_leaves(p_subject, p_window, used - p_limit);
END $$;
--> statement-breakpoint
-- Finds the key, and decides and charges the request against the account's limit and the key's own: both or neither.
-- `state` is unknown, revoked, expired or active; the rest is null unless it is active. A limit of null is none.
-- Without p_charge nothing is charged or refused, and only the head is read.
CREATE FUNCTION admit(
  p_hash bytea, p_charge boolean, p_window interval, p_free integer, p_pro integer,
  OUT state text, OUT key_id text, OUT account_id text, OUT tier text, OUT limits jsonb, OUT local_only boolean, OUT scopes text[],
  OUT admitted boolean, OUT refused_by text, OUT now_at timestamptz, OUT charged_at timestamptz, OUT retry_at timestamptz,
  OUT account_limit integer, OUT account_used integer, OUT account_reset timestamptz,
  OUT key_limit integer, OUT key_used integer, OUT key_reset timestamptz, OUT leased boolean
) LANGUAGE plpgsql AS $$
DECLARE
  k record;
BEGIN
  SELECT a.id AS account_id, a.tier, a.limits, a.local_only, a.leased, y.id, y.scopes, y.hourly_limit, y.revoked_at, y.expires_at
    INTO k FROM api_keys y JOIN accounts a ON a.id = y.account_id WHERE y.hash = p_hash;
  IF NOT FOUND THEN state := 'unknown'; RETURN; END IF;
  IF k.revoked_at IS NOT NULL THEN state := 'revoked'; RETURN; END IF;
  IF k.expires_at <= clock_timestamp() THEN state := 'expired'; RETURN; END IF;
  state := 'active';
  key_id := k.id; account_id := k.account_id; tier := k.tier; limits := k.limits; local_only := k.local_only; scopes := k.scopes;
  leased := k.leased;
  account_limit := CASE
    WHEN k.limits ? 'requestsPerHour' THEN (k.limits->>'requestsPerHour')::integer
    WHEN k.tier = 'free' THEN p_free
    WHEN k.tier = 'pro' THEN p_pro
  END;
  key_limit := k.hourly_limit;
  admitted := true;

  IF NOT p_charge THEN
    now_at := clock_timestamp();
    SELECT r.used, r.oldest + p_window INTO account_used, account_reset FROM rate_read(k.account_id, p_window) r;
    IF key_limit IS NOT NULL THEN
      SELECT r.used, r.oldest + p_window INTO key_used, key_reset FROM rate_read(k.id, p_window) r;
    END IF;
    RETURN;
  END IF;

  -- The account is always locked before the key, so that two requests cannot wait for each other.
  IF account_limit IS NOT NULL THEN
    SELECT l.now_at, l.used INTO now_at, account_used FROM rate_lock(k.account_id, p_window) l;
    IF account_used >= account_limit THEN admitted := false; refused_by := 'account'; END IF;
  END IF;
  IF key_limit IS NOT NULL THEN
    SELECT greatest(admit.now_at, l.now_at), l.used INTO now_at, key_used FROM rate_lock(k.id, p_window) l;
    IF key_used >= key_limit THEN admitted := false; refused_by := coalesce(refused_by, 'key'); END IF;
  END IF;
  now_at := coalesce(now_at, clock_timestamp());

  IF admitted THEN
    charged_at := now_at;
    IF account_limit IS NOT NULL THEN
      PERFORM rate_add(k.account_id, now_at, account_used);
      account_used := account_used + 1;
    END IF;
    IF key_limit IS NOT NULL THEN
      PERFORM rate_add(k.id, now_at, key_used);
      key_used := key_used + 1;
    END IF;
  ELSE
    retry_at := greatest(
      CASE WHEN account_used >= account_limit THEN rate_leaves(k.account_id, p_window, account_used - account_limit) END,
      CASE WHEN key_used >= key_limit THEN rate_leaves(k.id, p_window, key_used - key_limit) END);
  END IF;
  IF account_limit IS NOT NULL THEN account_reset := rate_leaves(k.account_id, p_window, 0); END IF;
  IF key_limit IS NOT NULL THEN key_reset := rate_leaves(k.id, p_window, 0); END IF;
END $$;
