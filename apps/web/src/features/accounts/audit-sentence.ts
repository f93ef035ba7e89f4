import type { AuditAction } from '@spora/contract/accounts/audit-actions';
import { RATE_KINDS, RATE_SUBJECTS, REMINDER_MATTERS } from '@spora/contract/accounts/values';
import { LIST_FILES } from '@spora/contract/exports/values';
import { REPORT_IDS } from '@spora/contract/reports/tables';
import { SUPPORT_PAGE, VISIT_PAGES, type VisitPage } from '@spora/contract/support/values';
import type { Language } from '@spora/messages/languages';
import type { Translate } from '@spora/messages/translate';
import { type AuditRow, isAction } from './audit-model.ts';
import { switchedOf } from './audit-switched.ts';
import { listText } from '../../lib/names.ts';
import { subjectText } from './rate-texts.ts';

/** A kind of act, for the filter; an act that this page does not know yet is told apart as nothing else. */
export const actionText = (action: string, t: Translate): string =>
  isAction(action) ? t(`Audit_${action}`) : t('AuditActUnknown');

/** ADM-018: what happened, as somebody would tell it: who did what to whom. */
export function sentence(
  row: Pick<AuditRow, 'action' | 'actor' | 'actor_kind' | 'subject' | 'details' | 'changes'>,
  t: Translate,
): string {
  const who = actorText(row, t);
  if (!isAction(row.action)) return t('AuditSaysUnknown', { who });
  const what = whatText(row.action, row, t);
  const text = saidOtherwise(row.action, row, { who, what }, t) ?? t(`AuditSays_${row.action}`, { who, what });
  // "the tag Crane added" and "somebody" may begin it.
  return text.charAt(0).toUpperCase() + text.slice(1);
}

type Viewed = Parameters<typeof sentence>[0];

/** Of a view: the page that it was for, where that was told, and what of the account was shown. */
function viewOf({ details }: Pick<Viewed, 'details'>): { page: VisitPage | typeof SUPPORT_PAGE | undefined; area: string } {
  const told = typeof details['area'] === 'string' ? details['area'] : '';
  const at = told.indexOf('/');
  const page = ([...VISIT_PAGES, SUPPORT_PAGE] as const).find((each) => at > 0 && each === told.slice(0, at));
  return { page, area: told.slice(at + 1) };
}

function pageText(page: VisitPage | typeof SUPPORT_PAGE, t: Translate): string {
  if (page === 'tracking') return t('AuditPageMap');
  if (page === 'units') return t('AuditAreaUnits');
  return page === SUPPORT_PAGE ? t('AuditPageSupport') : t(`AuditArea-${page}`);
}

/** ROLE-011: which pages a visitor opened and of which units, in the order of time, each once; what was asked for without a page by itself. */
export function viewedSentence(rows: readonly Viewed[], t: Translate, language: Language): string {
  const units = new Map<VisitPage | typeof SUPPORT_PAGE, Set<string>>();
  const things = new Set<string>();
  for (const row of rows) {
    const { page } = viewOf(row);
    if (!page) things.add(whatText('support-viewed', row, t));
    else units.set(page, (units.get(page) ?? new Set()).add(row.subject));
  }
  const pages = [...units].map(([page, subjects]) => {
    const named = [...subjects].filter(Boolean).join(', ');
    return named ? t('AuditPageOf', { page: pageText(page, t), units: named }) : pageText(page, t);
  });
  const [first] = rows;
  if (!first) return '';
  const said = { who: actorText(first, t), pages: listText(pages, language), what: listText([...things], language) };
  if (pages.length === 0) return t('AuditSays_support-viewed', said);
  return things.size === 0 ? t('AuditSaysPages', said) : t('AuditSaysPagesAnd', said);
}

/** ROLE-011: all that the pages showed, whoever asked for it: a page loads more than what it is called by. Empty where no page was told. */
export function viewedData(rows: readonly Viewed[], t: Translate, language: Language): string {
  const shown = new Set(
    rows.filter((row) => viewOf(row).page).map((row) => whatText('support-viewed', { ...row, subject: '' }, t)),
  );
  return shown.size === 0 ? '' : t('AuditPagesShowed', { what: listText([...shown], language) });
}

/** Of what one action stands for in several cases: the words of the case. */
function saidOtherwise(
  action: AuditAction,
  row: Pick<AuditRow, 'action' | 'actor' | 'subject' | 'details' | 'changes'>,
  { who, what }: { readonly who: string; readonly what: string },
  t: Translate,
): string | null {
  const { actor, details } = row;
  const role = action === 'user-changed' ? row.changes.find(({ field }) => field === 'is_admin') : undefined;
  if (role) return t(role.after === true ? 'AuditSaysAdminMade' : 'AuditSaysAdminTaken', { who, what });
  const switched = switchedOf(row, t);
  if (switched && isSwitched(action))
    return t(SWITCHED[action][switched.isOn ? 'on' : 'off'], { who, thing: switched.thing, what });
  if (isOfPassword(action) && actor !== '' && actor === row.subject) return t(`AuditSaysOwn-${action}`, { who });
  const { fuel_type: fuel } = details;
  if (isOfFilling(action) && typeof fuel === 'string')
    return t(FILLED[action], { who, what, thing: t(fuel === 'electric' ? 'AuditCharging' : 'AuditRefuelling') });
  const toll = TOLLS_SAID.find((each) => each === details['kind']);
  if (action === 'toll-corrected' && toll) return t(`AuditSaysToll-${toll}`, { who, what });
  if (action === 'zone-saved')
    return details['fields'] === undefined && details['units'] !== undefined
      ? t('AuditSaysZoneAdded', { who, what })
      : t('AuditSaysZoneChanged', { who, what });
  const { driver, member } = details;
  if (action === 'session-ended' && isOfOther(member, actor))
    return t('AuditSaysSignedOut', { who, member: typeof member === 'string' ? member : t('AuditByUnknown') });
  if (typeof driver !== 'string' || driver === '' || driver === actor) return null;
  if (action === 'driver-checked-in') return t('AuditSaysCheckedIn', { who, driver, what });
  return action === 'driver-checked-out' ? t('AuditSaysCheckedOut', { who, driver, what }) : null;
}

/** One whose name is gone stands as a number: it is not the actor, who is named. */
const isOfOther = (member: AuditRow['details']['member'] | undefined, actor: string): boolean =>
  member !== undefined && member !== null && member !== actor;

const OF_PASSWORD = ['password-changed', 'password-reset'] as const;
const isOfPassword = (action: AuditAction): action is (typeof OF_PASSWORD)[number] => OF_PASSWORD.some((each) => each === action);

/** What was said of a toll passage; lines of before tell that it was corrected. */
const TOLLS_SAID = ['added', 'amount', 'not-passed', 'confirmed'] as const;

/** Whether it was filled up or charged stands in the row. */
const FILLED = {
  'refuelling-added': 'AuditSaysFillingAdded',
  'refuelling-changed': 'AuditSaysFillingChanged',
  'refuelling-removed': 'AuditSaysFillingRemoved',
  'refuelling-restored': 'AuditSaysFillingRestored',
} as const;
const isOfFilling = (action: AuditAction): action is keyof typeof FILLED => action in FILLED;

const SWITCHED = {
  'alarm-receiver-switched': { on: 'AuditSaysAlarmsOn', off: 'AuditSaysAlarmsOff' },
  'output-switched': { on: 'AuditSaysOutputOn', off: 'AuditSaysOutputOff' },
  'bluetooth-switched': { on: 'AuditSaysBluetoothOn', off: 'AuditSaysBluetoothOff' },
  'active-tracking': { on: 'AuditSaysTrackingOn', off: 'AuditSaysTrackingOff' },
  'place-saved': { on: 'AuditSaysPlaceOn', off: 'AuditSaysPlaceOff' },
} as const;
const isSwitched = (action: AuditAction): action is keyof typeof SWITCHED => action in SWITCHED;

export const actorText = (row: Pick<AuditRow, 'actor' | 'actor_kind'>, t: Translate): string => {
  switch (row.actor_kind) {
    case 'support':
      return row.actor ? t('AuditBySupportNamed', { name: row.actor }) : t('AuditBySupport');
    case 'system':
      return t('AuditBySystem');
    case 'stranger':
      return t('AuditByStranger');
    case 'member':
      return row.actor || t('AuditByUnknown');
  }
};

const GROUP_KINDS = ['departments', 'projects', 'tags', 'purposes'] as const;
/** The first word of a call that support made (auth apart, which shows nothing of an account): what kind of thing it shows. */
export const AREAS = [
  'accounts',
  'alarms',
  'attestation',
  'autoplan',
  'bookings',
  'commands',
  'days-off',
  'drivers',
  'eco',
  'exports',
  'integrations',
  'mail',
  'maintenance',
  'modes',
  'object-description',
  'places',
  'refuelling',
  'registration',
  'reports',
  'safe-return',
  'second-factor',
  'sensors',
  'sharing',
  'single-sign-on',
  'support',
  'today',
  'tolls',
  'tracking',
  'trips',
  'units',
  'users',
  'zones',
] as const;

/** What it was done to, in words. What people named stands as they wrote it. */
function whatText(action: AuditAction, { subject, details }: Pick<AuditRow, 'subject' | 'details'>, t: Translate): string {
  switch (action) {
    case 'group-created':
    case 'group-changed':
    case 'group-merged':
    case 'group-removed': {
      const kind = GROUP_KINDS.find((each) => each === details['kind']);
      return kind ? t(`AuditGroup-${kind}`, { name: subject }) : subject || t('AuditUnnamed');
    }
    case 'rate-set':
    case 'rate-removed': {
      const [ofKind, ofSubject] = subject.split(' ');
      const kind = RATE_KINDS.find((each) => each === ofKind);
      const named = RATE_SUBJECTS.find((each) => each === ofSubject);
      return kind && named ? t(`AuditRate-${kind}`, { name: subjectText(named, t) }) : subject || t('AuditUnnamed');
    }
    case 'reminders-sent': {
      const matter = REMINDER_MATTERS.find((each) => each === subject);
      return matter ? t(`AuditMatter-${matter}`) : subject || t('AuditUnnamed');
    }
    case 'report-exported': {
      const report = REPORT_IDS.find((each) => each === subject);
      return report ? t(`ReportName-${report}`) : t('AuditUnnamed');
    }
    case 'list-exported': {
      const list = LIST_FILES.find((each) => each === subject);
      return list ? t(`AuditList-${list}`) : t('AuditUnnamed');
    }
    case 'support-viewed': {
      const shown = viewOf({ details }).area;
      const area = AREAS.find((each) => each === shown);
      if (!area) return subject || t('AuditAccount');
      if (area === 'units' && !subject) return t('AuditAreaUnits');
      return subject ? t('AuditAreaOf', { area: t(`AuditArea-${area}`), unit: subject }) : t(`AuditArea-${area}`);
    }
    case 'unit-changed':
      return (
        subject || (typeof details['count'] === 'number' ? t('AuditSeveralUnits', { count: details['count'] }) : t('AuditUnits'))
      );
    case 'log-exported':
    case 'log-attested':
    case 'log-reopened':
      return subject || t('AuditUnits');
    case 'support-changed':
      return subject || t('AuditAccount');
    case 'sign-in-refused':
    case 'code-refused':
    case 'recovery-code-used':
      return subject || t('AuditSomebody');
    default:
      return subject || t('AuditUnnamed');
  }
}
