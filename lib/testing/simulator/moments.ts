/**
 * What must hold at the moment at which a fact is written, however short it lasts. PostgreSQL itself looks, in the
 * writer's own transaction, and keeps what it finds in `sim.faults`.
 */
export const moments = `
  CREATE TABLE sim.faults (text text NOT NULL);

  CREATE FUNCTION sim.look_at_settlement() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO sim.faults
    SELECT NEW.id || ' is signed, and takes ' || item.checkout_id ||
      CASE WHEN c.settlement_frozen THEN ', which is frozen' ELSE ', whose refund is being sent' END
    FROM settlement_items item JOIN checkouts c ON c.id = item.checkout_id
    WHERE item.settlement_id = NEW.id AND item.status = 'PENDING' AND (c.settlement_frozen OR EXISTS (
      SELECT FROM refunds r JOIN outgoing_transactions o ON o.id = r.outgoing_transaction_id WHERE r.checkout_id = c.id
        AND r.token_address = item.token_address AND r.status = 'PROCESSING' AND o.completed_at IS NULL));
    RETURN NULL; END $$;
  CREATE TRIGGER sim_settlement AFTER UPDATE ON settlements FOR EACH ROW
    WHEN (NEW.outgoing_transaction_id IS DISTINCT FROM OLD.outgoing_transaction_id)
    EXECUTE FUNCTION sim.look_at_settlement();

  CREATE FUNCTION sim.look_at_refund() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO sim.faults
    SELECT NEW.id || ' is signed while its deposit is being settled' FROM settlement_items item
    WHERE item.checkout_id = NEW.checkout_id AND item.token_address = NEW.token_address AND item.status = 'PENDING';
    INSERT INTO sim.faults
    SELECT NEW.id || ' is signed, and its checkout is frozen' FROM checkouts c
    WHERE c.id = NEW.checkout_id AND c.settlement_frozen AND NOT EXISTS (SELECT FROM checkout_events e
      WHERE e.checkout_id = c.id AND e.kind = 'refund.approved' AND e.details->>'refundId' = NEW.id);
    INSERT INTO sim.faults
    SELECT NEW.id || ' is signed: ' || NEW.amount_units || ' of ' || coalesce(sum(amount_units), 0) || ' that are final'
    FROM transfers WHERE checkout_id = NEW.checkout_id AND chain_id = NEW.chain_id AND token_address = NEW.token_address
      AND NOT orphaned AND final_at IS NOT NULL HAVING coalesce(sum(amount_units), 0) < NEW.amount_units;
    RETURN NULL; END $$;
  CREATE TRIGGER sim_refund AFTER UPDATE ON refunds FOR EACH ROW
    WHEN (NEW.outgoing_transaction_id IS DISTINCT FROM OLD.outgoing_transaction_id)
    EXECUTE FUNCTION sim.look_at_refund();

  CREATE FUNCTION sim.look_at_checkout() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    -- What the scan has not read may hold a payment in time. A chain that stands still does not hold it up for ever.
    INSERT INTO sim.faults
    SELECT NEW.id || ' expired before ' || q.chain_id || ' was scanned to its end' FROM quotes q LEFT JOIN chain_cursors p USING (chain_id)
    WHERE q.checkout_id = NEW.id AND NOT q.offered AND NEW.status = 'EXPIRED' AND OLD.status IN ('PENDING', 'DETECTED')
      AND (p.chain_id IS NULL OR EXISTS (SELECT FROM chain_gaps g WHERE g.chain_id = p.chain_id AND g.read_through <= NEW.expires_at)
        OR (p.block_timestamp <= NEW.expires_at
        AND p.checked_at < greatest(p.advanced_at, NEW.expires_at) + interval '10 minutes'));
    INSERT INTO sim.faults
    SELECT NEW.id || ' is ' || NEW.status || ' with ' || coalesce(sum(t.amount_units), 0) || ' of ' || NEW.amount_units || ' in time'
    FROM transfers t WHERE t.checkout_id = NEW.id AND t.chain_id = NEW.chain_id AND t.token_address = NEW.token_address
      AND NOT t.orphaned AND t.block_timestamp <= NEW.expires_at AND (NEW.status = 'DETECTED' OR t.final_at IS NOT NULL)
    HAVING NEW.status IN ('DETECTED', 'PAID') AND NEW.accepted_units IS NULL
      AND NOT EXISTS (SELECT FROM quotes q WHERE q.checkout_id = NEW.id AND q.counted)
      AND coalesce(sum(t.amount_units), 0) < NEW.amount_units - div(NEW.amount_units * NEW.tolerance_bps, 10000);
    RETURN NULL; END $$;
  CREATE TRIGGER sim_checkout AFTER UPDATE ON checkouts FOR EACH ROW
    WHEN (NEW.status <> OLD.status) EXECUTE FUNCTION sim.look_at_checkout();

  CREATE FUNCTION sim.look_at_quote() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO sim.faults
    SELECT NEW.checkout_id || ' has a new price, and was ' || CASE WHEN c.expires_at < sim.now() THEN 'over' ELSE 'part paid' END
    FROM checkouts c LEFT JOIN quotes q ON q.checkout_id = c.id AND q.ordinal = (SELECT max(last.ordinal) FROM quotes last
      WHERE last.checkout_id = c.id AND NOT last.offered AND last.ordinal < NEW.ordinal)
    WHERE c.id = NEW.checkout_id AND NOT NEW.counted AND NOT NEW.offered AND (c.expires_at < sim.now() OR c.cancelled_at IS NOT NULL
      OR (SELECT sum(t.amount_units) FROM transfers t WHERE t.checkout_id = c.id AND NOT t.orphaned
        AND (t.chain_id, t.token_address) = (q.chain_id, q.token_address)) >= 1000000);
    RETURN NULL; END $$;
  CREATE TRIGGER sim_quote AFTER INSERT ON quotes FOR EACH ROW EXECUTE FUNCTION sim.look_at_quote();

  -- A delivery for each endpoint that takes the event when it is written, and for no other.
  CREATE FUNCTION sim.look_at_event() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO sim.faults
    SELECT NEW.id || ' ' || NEW.kind || ' is due ' || count(d.id) || ' times at ' || w.id FROM webhook_endpoints w
    LEFT JOIN webhook_deliveries d ON d.endpoint_id = w.id AND d.event_id = NEW.id
    WHERE w.project_id = NEW.project_id AND NEW.endpoint_id IS NULL
    GROUP BY w.id HAVING count(d.id) <> CASE WHEN w.disabled_at IS NULL AND NEW.kind = ANY (w.kinds) THEN 1 ELSE 0 END;
    RETURN NULL; END $$;
  CREATE TRIGGER sim_event AFTER INSERT ON outbox_events FOR EACH ROW EXECUTE FUNCTION sim.look_at_event()`;
