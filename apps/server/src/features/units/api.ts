import type { HandlerInput } from '@spora/contract/endpoint';
import type { updateUnit as updateEndpoint } from '@spora/contract/units/endpoints';
import type { MemberCtx } from '../../platform/ctx.ts';
import { updateUnit } from './administration/service.ts';

/** Changes some fields of a unit, with the rights and the history of its edit page. */
export async function changeUnit(
  ctx: MemberCtx,
  imei: string,
  fields: HandlerInput<typeof updateEndpoint>['body'],
): Promise<void> {
  await updateUnit(ctx, { params: { imei }, body: fields });
}
