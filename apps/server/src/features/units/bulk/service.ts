import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import type { bulkEdit as bulkEndpoint } from '@spora/contract/units/endpoints';
import { UNIT_TAGS_MAX } from '@spora/contract/units/values';
import { AppError } from '../../../platform/app-error.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { InputError } from '../../../platform/http/envelope.ts';
import { changeAccessOf, type LosesBookings } from '../../users/api.ts';
import { ensureGroups, type UnitFields, updateUnit } from '../../../core/fleet/unit-row.ts';
import { groupsIn } from '../administration/service.ts';
import { knownFeatures } from '../../../core/fleet/unit-features.ts';
import { refusalOf, setFeatures } from '../features/service.ts';
import { afterAction, singleAfter } from './rules.ts';
import { usersOf } from '../administration/read-model.ts';
import { findManagedUnits, type FittedUnit as Unit, isShutOutOf } from '../../../core/fleet/managed-units.ts';
import { audit } from '../../../core/people/audit.ts';
import type { AuditDetails } from '../../../platform/observing/audit.ts';
import { auditOf, insertChanges } from '../../../core/fleet/unit-history.ts';
import { memberNames } from '../../../core/people/members.ts';

type Input = HandlerInput<typeof bulkEndpoint>;
type Answer = CallData<typeof bulkEndpoint>;

/** UNIT-013, UNIT-014: says of each unit what it has and what it will have; when committed, does it. A locked unit is left out and told. */
export async function bulkEdit(ctx: MemberCtx, { params, body }: Input, features: LosesBookings = []): Promise<Answer> {
  if (!ctx.actor.isAdmin) throw new AppError('Forbidden');
  const { field } = params;
  const units = await findManagedUnits(ctx, body.imeis);
  const refusal = (unit: Unit) => {
    if (field === 'features') return refusalOf(ctx, unit);
    if (isShutOutOf(ctx, unit)) return 'UnitLocked' as const;
    return field === 'tags' && hasTooMany(unit.tags, body) ? ('UnitTagsMany' as const) : null;
  };
  const open = units.filter((unit) => refusal(unit) === null);
  const plan =
    field === 'access'
      ? await planAccess(ctx, open, { ...body, features })
      : field === 'features'
        ? planFeatures(open, body)
        : planFields(open, field, body);
  if (body.commit) for (const change of plan) await change.apply(ctx);
  if (body.commit) await audit(ctx, 'unit-changed', '', { fields: field, count: plan.length, ...sameChange(field, plan) });
  return {
    units: [
      ...plan.map(({ unit, before, had, after }) => ({
        imei: unit.imei,
        name: unit.name,
        before,
        after,
        had: [...had],
        refused: null,
      })),
      ...units.flatMap((unit) => {
        const refused = refusal(unit);
        return refused ? [{ imei: unit.imei, name: unit.name, before: '', after: '', had: [], refused }] : [];
      }),
    ],
  };
}

/** Tags past what a unit can have. One that has more already may lose some. */
function hasTooMany(tags: readonly string[], { action, values }: Input['body']): boolean {
  const after = afterAction(tags, action, values);
  return after.length > UNIT_TAGS_MAX && after.length > tags.length;
}

/** What it was and became, where it was the same for all of them. */
function sameChange(field: string, plan: readonly Planned[]): AuditDetails {
  const [first] = plan;
  const isSame = plan.every(({ before, after }) => before === first?.before && after === first.after);
  return (first && isSame && auditOf([{ field, before: first.before, after: first.after }])) || {};
}

interface Planned {
  readonly unit: Unit;
  readonly before: string;
  /** The same as values of the request. */
  readonly had: readonly string[];
  readonly after: string;
  readonly apply: (ctx: MemberCtx) => Promise<void>;
}

function planFields(units: readonly Unit[], field: 'tags' | 'departments' | 'projects', body: Input['body']): Planned[] {
  if (field !== 'tags' && body.action === 'add' && body.values.length !== 1) throw new InputError({ values: ['SpecifyName'] });
  return units.map((unit) => {
    const had = field === 'tags' ? unit.tags : [(field === 'departments' ? unit.department : unit.project) ?? []].flat();
    const before = had.join(', ');
    const { fields, after } = plannedOf(unit, field, body);
    return {
      unit,
      before,
      had,
      after,
      apply: async ({ db, actor, now }) => {
        if (before === after) return;
        await updateUnit(db, actor.accountId, unit.id, fields);
        await ensureGroups(db, actor.accountId, groupsIn({ department: null, project: null, tags: [], ...fields }));
        await insertChanges(db, actor, unit.id, now(), [{ field: Object.keys(fields)[0] ?? field, before, after }]);
      },
    };
  });
}

function plannedOf(
  unit: Unit,
  field: 'tags' | 'departments' | 'projects',
  { action, values }: Input['body'],
): { fields: Pick<UnitFields, 'tags' | 'department' | 'project'>; after: string } {
  if (field === 'tags') {
    const tags = afterAction(unit.tags, action, values);
    return { fields: { tags }, after: tags.join(', ') };
  }
  const next = singleAfter(field === 'departments' ? unit.department : unit.project, action, values);
  return { fields: field === 'departments' ? { department: next } : { project: next }, after: next ?? '' };
}

/** FEAT-001: before and after are features of the closed list with commas between, for the screen to put into words. */
function planFeatures(units: readonly Unit[], { action, values }: Input['body']): Planned[] {
  const chosen = knownFeatures(values);
  if (chosen.length < new Set(values).size) throw new InputError({ values: ['InvalidInput'] });
  if (chosen.length === 0) throw new InputError({ values: ['SelectFeature'] });
  return units.map((unit) => {
    const before = knownFeatures(unit.features);
    const after = knownFeatures(afterAction(before, action, chosen));
    const isSame = before.join() === after.join();
    return {
      unit,
      before: before.join(', '),
      had: before,
      after: after.join(', '),
      apply: async (ctx) => {
        if (!isSame) await setFeatures(ctx, unit, after);
      },
    };
  });
}

async function planAccess(
  ctx: MemberCtx,
  units: readonly Unit[],
  body: Input['body'] & { features: LosesBookings },
): Promise<Planned[]> {
  const names = await memberNames(ctx);
  const ids = body.values.map(Number);
  if (ids.some((id) => !names.has(id))) throw new AppError('UserNotFound', { status: 404 });
  const shown = (list: readonly string[]) => list.map((id) => names.get(Number(id)) ?? '').join(', ');
  return Promise.all(
    units.map(async (unit) => {
      const before = (await usersOf(ctx, unit.id)).map(({ id }) => String(id));
      // LOCK-010: whoever locked the unit keeps it, whatever is asked for.
      const locker = String(unit.locked_by_member_id);
      const kept = before.includes(locker) ? [locker] : [];
      const after = afterAction(kept, 'add', afterAction(before, body.action, body.values));
      return {
        unit,
        before: shown(before),
        had: before,
        after: shown(after),
        apply: (at: MemberCtx) =>
          changeAccessOf(at, unit.id, {
            give: after.filter((id) => !before.includes(id)).map(Number),
            take: before.filter((id) => !after.includes(id)).map(Number),
            features: body.features,
          }),
      };
    }),
  );
}
