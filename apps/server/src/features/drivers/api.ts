import type { MemberCtx } from '../../platform/ctx.ts';
import * as readModel from './read-model.ts';

/** Who is checked in now, by unit; that the actor sees the units is known. Those on which nobody is are not in it. */
export async function checkedInOn(
  ctx: MemberCtx,
  unitIds: readonly number[],
): Promise<Map<number, { readonly id: number; readonly name: string }>> {
  const rows = await readModel.driversNow(ctx, unitIds, ctx.now());
  return new Map(rows.map(({ unit_id, id, name }) => [unit_id, { id, name }]));
}
