import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import { type importUsers as importEndpoint, inviteUser } from '@spora/contract/users/endpoints';
import type { MessageKey } from '@spora/messages/keys';
import { AppError } from '../../../platform/app-error.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { fieldsOf, InputError } from '../../../platform/http/envelope.ts';
import { shutUnits } from '../access/service.ts';
import { inviteUser as invite } from '../administration/service.ts';
import * as repository from './repository.ts';
import { type ImportRow, readImport } from './rules.ts';

type Answer = CallData<typeof importEndpoint>;

/**
 * ADM-010: says of each row what is wrong with it; when committed, invites those that are right and tells which. The others are left
 * for the person to put right and send again: what was invited is then refused as taken, not invited twice.
 */
export async function importUsers(ctx: MemberCtx, { body }: HandlerInput<typeof importEndpoint>): Promise<Answer> {
  const file = readImport(body.csv);
  if (!file) throw new AppError('CsvColumns', { status: 422 });
  const unitIds = await repository.unitIdsByName(ctx.db, ctx.actor.accountId);
  const emails = file.rows.map(({ email }) => email);
  const taken = {
    byAnybody: await repository.emailsTaken(ctx.db, emails),
    byColleague: await repository.emailsOfColleagues(ctx.db, ctx.actor.accountId, emails),
    above: new Set<string>(),
  };
  // Nobody whom a lock shuts out lets others in (decision 0013).
  const shut = await shutUnits(
    ctx,
    [...unitIds.values()].map((unit_id) => ({ unit_id })),
  );
  const answer: Answer['rows'] = [];
  for (const row of file.rows) {
    const { errors, parsed } = judge(row, unitIds, taken);
    taken.above.add(row.email);
    if (parsed?.unit_ids.some((id) => shut.has(id))) errors.push('UnitLocked');
    const invited = body.commit && parsed !== null && errors.length === 0;
    if (invited) errors.push(...(await inviteRow(ctx, parsed)));
    answer.push({
      line: row.line,
      full_name: row.full_name,
      email: row.email,
      units: row.units.length,
      is_admin: row.is_admin ?? false,
      errors,
      invited: invited && errors.length === 0,
    });
  }
  return { rows: answer, unread: file.unread };
}

interface Taken {
  readonly byAnybody: ReadonlySet<string>;
  readonly byColleague: ReadonlySet<string>;
  /** On the lines above. */
  readonly above: ReadonlySet<string>;
}
type InviteBody = HandlerInput<typeof inviteUser>['body'];

function judge(
  row: ImportRow,
  unitIds: ReadonlyMap<string, number>,
  taken: Taken,
): { errors: MessageKey[]; parsed: InviteBody | null } {
  const parsed = inviteUser.body.safeParse({
    ...(row.parts ?? { full_name: row.full_name }),
    email: row.email,
    phone: row.phone,
    department: row.department,
    is_admin: row.is_admin ?? false,
    unit_ids: row.units.flatMap((name) => unitIds.get(name) ?? []),
  });
  const errors = parsed.success ? [] : Object.values(fieldsOf(parsed.error, 'row')).flat();
  const takenBy = whoHas(row.email, taken);
  // Two that are no addresses are not each other's.
  if (takenBy && inviteUser.body.shape.email.safeParse(row.email).success) errors.push(takenBy);
  if (row.units.some((name) => !unitIds.has(name))) errors.push('UnitNotFound');
  if (row.is_admin === null) errors.push('ImportRole');
  return { errors: [...new Set(errors)], parsed: parsed.success ? parsed.data : null };
}

/** Who has the address already, as the administrator is told it; null for nobody. */
function whoHas(email: string, { byAnybody, byColleague, above }: Taken): MessageKey | null {
  if (byColleague.has(email)) return 'EmailOfColleague';
  if (byAnybody.has(email)) return 'EmailOfAnother';
  return above.has(email) ? 'EmailTwiceInFile' : null;
}

/** Somebody may have taken the address since it was looked up. */
async function inviteRow(ctx: MemberCtx, body: InviteBody): Promise<MessageKey[]> {
  try {
    await invite(ctx, { body });
    return [];
  } catch (error) {
    if (error instanceof InputError) return Object.values(error.fields).flat();
    throw error;
  }
}
