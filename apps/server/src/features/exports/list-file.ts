import type { HandlerInput } from '@spora/contract/endpoint';
import type { recordList as recordEndpoint } from '@spora/contract/exports/endpoints';
import type { ListFile } from '@spora/contract/exports/values';
import { findManaged } from '../../core/fleet/managed-units.ts';
import { audit } from '../../core/people/audit.ts';
import type { MemberCtx } from '../../platform/ctx.ts';

/**
 * Lists whose rows do not follow from how somebody drives. Drivers see alarms, values of sensors and the state of their unit in their private
 * use, too: a number of rows would tell others of it.
 */
const COUNTED: readonly ListFile[] = ['lock-log', 'service'];

/** ADM-018: on record before the browser makes the file, with the unit and the days that the list was of. */
export async function recordListFile(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof recordEndpoint>,
): Promise<Record<string, never>> {
  const { list, format, imei, from, to, rows } = body;
  const unit = imei === undefined ? null : await findManaged(ctx, imei);
  await audit(ctx, 'list-exported', list, {
    format,
    ...(unit && { units: unit.name }),
    ...(from && { from }),
    ...(to && { to }),
    ...(COUNTED.includes(list) && { count: rows }),
  });
  return {};
}
