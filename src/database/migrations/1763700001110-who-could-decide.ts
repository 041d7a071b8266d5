import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Every open step keeps who is eligible for it, as those that open from now on do (`membersToKeep`): who becomes eligible
 * later does not decide it. Until now only a role's step in mode `all` did. The orders and amendments that wait just now
 * keep who is eligible today.
 */
export class WhoCouldDecide1763700001110 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE approval_steps s
         SET member_ids = ARRAY (
               SELECT u.id FROM users u
                WHERE u.tenant_id = s.tenant_id AND u.status = 'active'
                  AND CASE WHEN s.role IS NULL THEN u.id = ANY (s.user_ids)
                           WHEN s.role <> 'department_head' THEN u.role = s.role
                           ELSE u.id = d.head_user_id OR (u.role = s.role AND u.department_id = d.id) END
                ORDER BY u.id)
        FROM purchase_orders o
        JOIN departments d ON d.tenant_id = o.tenant_id AND d.id = o.department_id
       WHERE o.tenant_id = s.tenant_id AND o.id = s.purchase_order_id
         AND s.status = 'pending' AND s.member_ids IS NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE approval_steps SET member_ids = NULL WHERE mode <> 'all' OR role IS NULL`);
  }
}
