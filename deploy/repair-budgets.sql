-- Corrects budget figures that differ from their ledger, where ledger and documents agree. It adds differences, so it
-- can run while the service works. Run it once for each output of `budget:verify --json`, then verify again. As a
-- superuser:
--   psql "$SUPERUSER_URL" -v ON_ERROR_STOP=1 -v verified="$(cat budgets.json)" -f deploy/repair-budgets.sql
UPDATE budgets b
   SET reserved_amount = b.reserved_amount + d.reserved, committed_amount = b.committed_amount + d.committed,
       spent_amount = b.spent_amount + d.spent, paid_amount = b.paid_amount + d.paid,
       capex_reserved = b.capex_reserved + d.capex_reserved, capex_committed = b.capex_committed + d.capex_committed,
       capex_spent = b.capex_spent + d.capex_spent, movement_count = b.movement_count + d.movements, version = b.version + 1
  FROM (
    SELECT tenant_id, budget_id,
           coalesce(sum(ledger - kept) FILTER (WHERE figure = 'reserved'), 0) AS reserved,
           coalesce(sum(ledger - kept) FILTER (WHERE figure = 'committed'), 0) AS committed,
           coalesce(sum(ledger - kept) FILTER (WHERE figure = 'spent'), 0) AS spent,
           coalesce(sum(ledger - kept) FILTER (WHERE figure = 'paid'), 0) AS paid,
           coalesce(sum(ledger - kept) FILTER (WHERE figure = 'capex_reserved'), 0) AS capex_reserved,
           coalesce(sum(ledger - kept) FILTER (WHERE figure = 'capex_committed'), 0) AS capex_committed,
           coalesce(sum(ledger - kept) FILTER (WHERE figure = 'capex_spent'), 0) AS capex_spent,
           coalesce(sum(ledger - kept) FILTER (WHERE figure = 'movements'), 0)::integer AS movements
      FROM jsonb_to_recordset(:'verified'::jsonb -> 'differences')
        AS found (tenant_id uuid, budget_id bigint, figure text, kept numeric, ledger numeric, documents numeric)
     WHERE ledger = documents
     GROUP BY tenant_id, budget_id) d
 WHERE b.tenant_id = d.tenant_id AND b.id = d.budget_id
RETURNING b.tenant_id, b.id, b.name, b.reserved_amount, b.committed_amount, b.spent_amount, b.paid_amount;
