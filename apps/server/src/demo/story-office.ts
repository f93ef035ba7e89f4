import { addDays } from '@spora/calendar/days';
import { dayIn } from '@spora/calendar/zones';
import { createGroup, getCompany, listGroups, updateCompany } from '@spora/contract/accounts/endpoints';
import { assignReceiverUnits, listReceivers, listReceiverUnits, saveReceiver } from '@spora/contract/alarms/receivers';
import { listPlans, type PlanInput, recordService, savePlan } from '@spora/contract/maintenance/endpoints';
import { odometerAtStartM } from './figures.ts';
import { DEMO_ACCOUNTS } from './roster.ts';
import type { Scene } from './story-scene.ts';

/** What an administrator has filled in of an imaginary company; the number has a right check digit and belongs to nobody. */
const COMPANY = {
  registration_id: '000000-0018',
  contact_person: 'Maja Lindholt',
  street: 'Verkstadsvägen 7',
  postal_code: '12030',
  city: 'Stockholm',
  phone: '46812300045',
  invoice_email: 'faktura@sorlaby.example',
};

export async function describeCompany({ admin }: Scene): Promise<void> {
  const { street } = await admin.call(getCompany, {});
  if (street === '') await admin.call(updateCompany, { body: COMPANY });
}

/** Departments and tags that the units bear are in the lists, where they can be renamed and merged. */
export async function addGroups({ admin }: Scene): Promise<void> {
  const units = DEMO_ACCOUNTS[0]?.units ?? [];
  for (const [kind, names] of [
    ['departments', units.map(({ department }) => department)],
    ['tags', units.flatMap(({ tags }) => tags ?? [])],
  ] as const) {
    const { groups } = await admin.call(listGroups, { params: { kind } });
    const known = new Set(groups.map(({ name }) => name));
    for (const name of new Set(names.filter((one) => one !== '' && !known.has(one))))
      await admin.call(createGroup, { params: { kind }, body: { name, trip_type: null } });
  }
}

/** Who is told when something happens: the manager of everything, and whoever is on call of what cannot wait. */
export async function chooseReceivers({ admin, personOf }: Scene): Promise<void> {
  const { alarmReceivers } = await admin.call(listReceivers, {});
  if (alarmReceivers.length > 0) return;
  const { id: member_id, email } = personOf(COMPANY.contact_person);
  const told = [
    { member_id, name: COMPANY.contact_person, email, security_alarm: 1, function_alarm: 1 },
    // A number that is kept for fiction.
    {
      name: 'Jouren',
      email: 'jour@sorlaby.example',
      country_code: '46',
      phone: '701740605',
      security_alarm: 1,
      function_alarm: 0,
    },
  ] as const;
  for (const body of told) {
    const { id: receiverId } = await admin.call(saveReceiver, { body });
    const { gps } = await admin.call(listReceiverUnits, { body: { receiverId } });
    const terminals = gps.filter(({ isLocked }) => !isLocked).map(({ ID }) => ({ terminal_id: ID, device_type: 'gps' as const }));
    await admin.call(assignReceiverUnits, { body: { receiver_id: receiverId, terminals } });
  }
}

interface DemoPlan {
  readonly unit: string;
  readonly plan: Pick<PlanInput, 'kind' | 'name' | 'interval_km' | 'interval_months'>;
  /** How long before the demo began it was last done; a month: on its fifteenth day, when the season changed. */
  readonly daysAgo: number | '04' | '10';
  /**
   * And how long before its log begins by the odometer, where it counts in kilometres: at the pace of its log, by which the next date is
   * told. Some of them drive 3,000 km until the demo begins.
   */
  readonly kmAgo: number;
}

/** One that is overdue, one that is due soon, and the rest in good time. */
const PLANS: readonly DemoPlan[] = [
  {
    unit: '101 Servicebil Maja',
    plan: { kind: 'service', interval_km: 15_000, interval_months: 12 },
    daysAgo: 340,
    kmAgo: 9_000,
  },
  { unit: '102 Servicebil Jonas', plan: { kind: 'inspection', interval_months: 14 }, daysAgo: 438, kmAgo: 0 },
  { unit: '102 Servicebil Jonas', plan: { kind: 'service', interval_km: 15_000 }, daysAgo: 150, kmAgo: 2_000 },
  { unit: '104 VVS Söder', plan: { kind: 'other', name: 'Byte till sommardäck', interval_months: 12 }, daysAgo: '04', kmAgo: 0 },
  { unit: '104 VVS Söder', plan: { kind: 'other', name: 'Byte till vinterdäck', interval_months: 12 }, daysAgo: '10', kmAgo: 0 },
  {
    unit: '113 Uppland service',
    plan: { kind: 'service', interval_km: 20_000, interval_months: 24 },
    daysAgo: 210,
    kmAgo: 1_300,
  },
  { unit: '302 Servicebil Malmö', plan: { kind: 'inspection', interval_months: 14 }, daysAgo: 100, kmAgo: 0 },
];

/** The last fifteenth of a month until a day: summer tyres are put on in April and winter tyres in October. */
export function seasonOn(day: string, month: '04' | '10'): string {
  const year = Number(day.slice(0, 4));
  const thisYear = `${year}-${month}-15`;
  return thisYear <= day ? thisYear : `${year - 1}-${month}-15`;
}

export async function planService({ admin, imeiOf, begun, timeZone }: Scene): Promise<void> {
  const today = dayIn(begun, timeZone);
  for (const { unit, plan, daysAgo, kmAgo } of PLANS) {
    const imei = imeiOf(unit);
    const doneOn = typeof daysAgo === 'string' ? seasonOn(today, daysAgo) : addDays(today, -daysAgo);
    const params = { imei };
    const { plans } = await admin.call(listPlans, { params, query: {} });
    const isIt = ({ kind, name }: { kind: string; name: string }): boolean => kind === plan.kind && name === (plan.name ?? '');
    if (plans.some(isIt)) continue;
    const km = Math.round(odometerAtStartM(imei) / 1000) - kmAgo;
    const counts = plan.interval_km === undefined ? {} : { last_done_km: Math.max(0, km - 15_000) };
    const made = await admin.call(savePlan, { params, body: { ...plan, last_done_on: addDays(doneOn, -365), ...counts } });
    const id = made.plans.find(isIt)?.id;
    if (id === undefined) continue;
    await admin.call(recordService, {
      params,
      body: {
        plan_id: id,
        done_on: doneOn,
        ...(plan.interval_km === undefined ? {} : { km }),
        workshop: 'Norrgläntans bilverkstad',
        cost: plan.kind === 'inspection' ? 690 : 4_850,
      },
    });
  }
}
