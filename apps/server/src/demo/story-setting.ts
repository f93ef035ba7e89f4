import { getFuelPrice, type Rate, setFuelPrice, setOtherTripType } from '@spora/contract/accounts/settings';
import { createGroup, listGroups } from '@spora/contract/accounts/endpoints';
import { addTag, linkTag, listTags } from '@spora/contract/drivers/endpoints';
import { listPlaces, savePlace } from '@spora/contract/places/endpoints';
import { addSchedule, listSchedules } from '@spora/contract/exports/schedules';
import { DEMO_PLACES, type DemoPlace } from './places.ts';
import { DRIVER_TAGS, USUAL_DRIVERS } from './drivers.ts';
import { type Scene, firstDayOf } from './story-scene.ts';

export const DEMO_PURPOSES = [
  'Servicebesök',
  'Felanmälan',
  'Hämta material',
  'Jourutryckning',
  'Offertbesök',
  'Möte på kontoret',
  'Rondering',
];
export const DEMO_PROJECTS = ['Stambyte Lindängen', 'Serviceavtal skolor', 'Norrgläntan etapp 2'];

/** Per litre, of electricity per kWh; reimbursements per 10 km. The company's own figures, with ordinary sizes. */
const RATES = [
  { kind: 'fuel', subject: 'diesel', amount: 18.4 },
  { kind: 'fuel', subject: 'petrol', amount: 17.2 },
  { kind: 'fuel', subject: 'electric', amount: 2.1 },
  { kind: 'reimbursement', subject: 'own', amount: 25 },
  { kind: 'reimbursement', subject: 'benefit', amount: 12 },
  { kind: 'reimbursement', subject: 'benefit-electric', amount: 9.5 },
  { kind: 'reimbursement', subject: 'passenger', amount: 2 },
] as const;

/** Prices rise: the trips of a month cost what a litre cost then. */
const DEARER = [
  { kind: 'fuel', subject: 'diesel', amount: 18.9 },
  { kind: 'fuel', subject: 'electric', amount: 2.3 },
] as const;

/** What the company asks for and pays, from the first day of its log. */
export async function setRates({ admin, months }: Scene): Promise<void> {
  await admin.call(setOtherTripType, {
    body: { name: 'Transport', colour: '#0f8a8a', purpose_required: false, draws_route: true },
  });
  const { rates } = await admin.call(getFuelPrice, {});
  const isThere = ({ kind, subject }: Pick<Rate, 'kind' | 'subject'>, valid_from: string) =>
    rates.some((rate) => rate.kind === kind && rate.subject === subject && rate.valid_from === valid_from);
  for (const [month, some] of [
    [months.first, RATES],
    [months.second, DEARER],
  ] as const) {
    const valid_from = firstDayOf(month);
    for (const rate of some.filter((one) => !isThere(one, valid_from)))
      await admin.call(setFuelPrice, { body: { ...rate, valid_from } });
  }
}

export async function addChoices({ admin }: Scene): Promise<void> {
  for (const [kind, names] of [
    ['purposes', DEMO_PURPOSES],
    ['projects', DEMO_PROJECTS],
  ] as const) {
    const { groups } = await admin.call(listGroups, { params: { kind } });
    const known = new Set(groups.map(({ name }) => name));
    for (const name of names.filter((one) => !known.has(one)))
      await admin.call(createGroup, { params: { kind }, body: { name, trip_type: null } });
  }
}

/** Before the first trip is told, so that none has to be laid anew. */
export async function addPlaces(scene: Scene): Promise<void> {
  const { places } = await scene.admin.call(listPlaces, {});
  const ids = new Map(places.map(({ id, label }) => [label, id]));
  for (const place of DEMO_PLACES.filter(({ label }) => !ids.has(label))) {
    const saved = await scene.admin.call(savePlace, { body: bodyOf(scene, place, ids) });
    ids.set(place.label, saved.place.id);
  }
}

function bodyOf({ imeiOf, months }: Scene, place: DemoPlace, ids: ReadonlyMap<string, number>) {
  return {
    label: place.label,
    lat: place.at[0],
    lng: place.at[1],
    radius: place.radius,
    imeis: place.units.map(imeiOf),
    rules: place.rules.map((rule) => ({
      when: rule.when,
      other_place_id: rule.other === undefined ? null : (ids.get(rule.other) ?? null),
      imeis: rule.units?.map(imeiOf) ?? null,
      type: rule.type ?? null,
      purpose: rule.purpose ?? '',
      project: rule.project ?? '',
    })),
    apply_from: firstDayOf(months.first),
  };
}

export async function linkTags({ admin, personOf }: Scene): Promise<void> {
  for (const [unit, tag] of Object.entries(DRIVER_TAGS)) {
    const driver = USUAL_DRIVERS[unit] ?? '';
    const { tags } = await admin.call(listTags, {});
    const known =
      tags.find((one) => one.tag === tag) ?? (await admin.call(addTag, { body: { tag, name: `Nyckelbricka ${driver}` } })).tag;
    if (!known.user)
      await admin.call(linkTag, { params: { id: known.id }, body: { user_id: personOf(driver).id, confirmed: false } });
  }
}

const SCHEDULE = 'Månadens körjournal';

/** Paused: a visitor sends it when they want to see one. */
export async function addMonthlyLog({ admin, personOf }: Scene): Promise<void> {
  const { schedules } = await admin.call(listSchedules, {});
  if (schedules.some(({ name }) => name === SCHEDULE)) return;
  await admin.call(addSchedule, {
    body: {
      name: SCHEDULE,
      every: 'month',
      format: 'pdf',
      language: 'sv',
      recipient_ids: [personOf('Maja Lindholt').id],
      is_paused: true,
      filter: { departments: ['Stockholm'] },
    },
  });
}
