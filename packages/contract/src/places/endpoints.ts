import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from '../endpoint.ts';
import { day, id, imei, instant, lat, lng, nothing, was } from '../fields.ts';
import { BULK_MAX, TRIP_NOTE_MAX, TRIP_PURPOSE_MAX } from '../limits.ts';
import { workInterval } from '../units/settings.ts';
import { TRIP_TYPES } from '../units/values.ts';
import { PLACE_MAX, PLACE_RADIUS_M, PLACE_RULE_WHENS } from './values.ts';

/** PLACE-006. */
export const PLACE_LABEL_MAX = 50;
/** What a preview shows of the trips that would change; it counts them all. */
export const PLACE_SAMPLE = 20;

/** PLACE-013: characters of a file; an account's most places fit. */
export const PLACE_FILE_MAX = 500_000;

export type PlaceRuleWhen = (typeof PLACE_RULE_WHENS)[number];

const ruleFields = {
  when: z.enum(PLACE_RULE_WHENS),
  /** Of `between`; null for the others. */
  other_place_id: id.nullable().default(null),
  /** Null: every unit that the place is for. */
  imeis: z.array(imei).min(1, msg('SelectUnit')).max(BULK_MAX).nullable().default(null),
  /** What it sets; null and empty texts set nothing. */
  type: z.enum(TRIP_TYPES).nullable().default(null),
  purpose: z.string().trim().max(TRIP_PURPOSE_MAX, msg('PurposeLength')).default(''),
  project: z.string().trim().max(100, msg('TextTooLong')).default(''),
  note: z.string().trim().max(TRIP_NOTE_MAX, msg('NoteLength')).default(''),
};
export const placeRule = z
  .object(ruleFields)
  .refine((rule) => rule.when !== 'between' || rule.other_place_id !== null, {
    path: ['other_place_id'],
    error: msg('SpecifyOtherPlace'),
  })
  .refine((rule) => rule.type !== null || rule.purpose !== '' || rule.project !== '' || rule.note !== '', {
    path: ['type'],
    error: msg('PlaceRuleSetsNothing'),
  });
export type PlaceRule = z.output<typeof placeRule>;
const rules = z.array(placeRule).max(PLACE_MAX.rules, msg('TooManyPlaceRules'));

/** PLACE-008: while it is off the rules hold at all times. */
export const placeSchedule = z
  .object({ is_active: z.boolean(), intervals: z.array(workInterval).max(PLACE_MAX.intervals, msg('InvalidInput')) })
  .refine((schedule) => !schedule.is_active || schedule.intervals.length > 0, {
    path: ['intervals'],
    error: msg('SelectWorkingDay'),
  });
export type PlaceSchedule = z.output<typeof placeSchedule>;

export const place = z.object({
  id: z.number().int(),
  label: z.string(),
  address: z.string(),
  lat: z.number(),
  lng: z.number(),
  radius: z.number(),
  is_active: z.boolean(),
  /** Null: every unit of the account. Else those that the user may see. */
  imeis: z.array(z.string()).nullable(),
  unit_names: z.array(z.string()),
  rules: z.array(
    z.object({
      ...ruleFields,
      other_place_id: z.number().int().nullable(),
      imeis: z.array(z.string()).nullable(),
    }),
  ),
  schedule: z.object({ is_active: z.boolean(), intervals: z.array(workInterval) }),
  /** Trips that start from then on follow it as it is. */
  valid_from: instant,
  /** PLACE-005: trips that ended here in the last 30 days, as far as the user may know of them. */
  visits: z.number().int(),
  /** Until when `places.undo-save` takes it away as if it had never been; null: it is older, or was changed since it was added. */
  undo_until: instant.nullable(),
  can: z.object({ edit: z.boolean() }),
});
export type Place = z.output<typeof place>;

const fields = {
  label: z.string().trim().min(1, msg('SpecifyPlaceName')).max(PLACE_LABEL_MAX, msg('PlaceNameLength')),
  address: z.string().trim().max(300, msg('TextTooLong')),
  lat,
  lng,
  radius: z
    .number(msg('PlaceRadiusBetween'))
    .int(msg('PlaceRadiusBetween'))
    .min(PLACE_RADIUS_M.min, msg('PlaceRadiusBetween'))
    .max(PLACE_RADIUS_M.max, msg('PlaceRadiusBetween')),
  /** Null: every unit of the account. */
  imeis: z.array(imei).min(1, msg('SelectUnit')).max(BULK_MAX).nullable(),
};
/** PLACE-010: trips since that day follow it too; null: only those to come. */
const applyFrom = day.nullable().default(null);
const ALWAYS: PlaceSchedule = { is_active: false, intervals: [] };

const newPlace = z.object({
  ...fields,
  address: fields.address.default(''),
  radius: fields.radius.default(PLACE_RADIUS_M.usual),
  imeis: fields.imeis.default(null),
  rules: rules.default([]),
  schedule: placeSchedule.default(ALWAYS),
  apply_from: applyFrom,
});
export type NewPlace = z.output<typeof newPlace>;

const placeChanges = z
  .object({ ...fields, rules, schedule: placeSchedule })
  .partial()
  .extend({ apply_from: applyFrom, was })
  .refine((body) => Object.entries(body).some(([key, value]) => key !== 'was' && (key !== 'apply_from' || value !== null)), {
    error: msg('InvalidInput'),
  });
export type PlaceChanges = z.output<typeof placeChanges>;

const SAVE_ERRORS = ['PlaceNameTaken', 'UnitNotFound', 'PlaceNotFound', 'TooManyPlaces'] as const;
const saved = z.object({
  place,
  /** Trips that follow it now and did not before; attested ones are never among them. */
  changed_trips: z.number().int(),
});

export const savePlace = defineEndpoint({
  id: 'places.save',
  kind: 'json',
  access: 'user',
  summary: 'Add a place (API-085)',
  body: newPlace,
  data: saved,
  errors: SAVE_ERRORS,
});

export const listPlaces = defineEndpoint({
  id: 'places.list',
  kind: 'json',
  access: 'user',
  summary: 'Places that the user may see, by name (API-085)',
  data: z.object({ places: z.array(place), can: z.object({ add: z.boolean(), for_all_units: z.boolean() }) }),
});

export const getPlace = defineEndpoint({
  id: 'places.get',
  kind: 'json',
  access: 'user',
  summary: 'A place (API-085)',
  params: z.object({ id }),
  data: z.object({ place }),
  errors: ['PlaceNotFound'],
});

export const updatePlace = defineEndpoint({
  id: 'places.update',
  kind: 'json',
  access: 'user',
  summary: 'Change a place (API-085)',
  params: z.object({ id }),
  body: placeChanges,
  data: saved,
  errors: [...SAVE_ERRORS, 'ChangedMeanwhile'],
});

export const removePlace = defineEndpoint({
  id: 'places.remove',
  kind: 'json',
  access: 'user',
  summary: 'Remove a place; trips keep what it said of them (API-085)',
  params: z.object({ id }),
  data: nothing,
  errors: ['PlaceNotFound'],
});

export const undoPlaceSave = defineEndpoint({
  id: 'places.undo-save',
  kind: 'json',
  access: 'user',
  summary: 'Take a place that was just added away again, and from trips what it said of them; attested ones keep it',
  params: z.object({ id }),
  data: saved.pick({ changed_trips: true }),
  errors: ['PlaceNotFound', 'PlaceUndoTooLate'],
});

export const setPlaceStatus = defineEndpoint({
  id: 'places.set-status',
  kind: 'json',
  access: 'user',
  summary: 'Switch a place on or off for trips to come (API-086)',
  params: z.object({ id }),
  body: z.object({ active: z.union([z.boolean(), z.literal(0), z.literal(1)]).transform(Boolean) }),
  data: z.object({ place }),
  errors: ['PlaceNotFound'],
});

export const getPlaceRules = defineEndpoint({
  id: 'places.rules',
  kind: 'json',
  access: 'user',
  summary: 'The rules of a place (API-087)',
  params: z.object({ id }),
  data: place.pick({ rules: true }),
  errors: ['PlaceNotFound'],
});
export const savePlaceRules = defineEndpoint({
  id: 'places.save-rules',
  kind: 'json',
  access: 'user',
  summary: 'Put other rules in place of those of a place (API-087)',
  params: z.object({ id }),
  body: z.object({ rules, apply_from: applyFrom }),
  data: saved,
  errors: SAVE_ERRORS,
});
export const getPlaceSchedule = defineEndpoint({
  id: 'places.schedule',
  kind: 'json',
  access: 'user',
  summary: 'When the rules of a place hold (API-088)',
  params: z.object({ id }),
  data: place.pick({ schedule: true }),
  errors: ['PlaceNotFound'],
});
export const savePlaceSchedule = defineEndpoint({
  id: 'places.save-schedule',
  kind: 'json',
  access: 'user',
  summary: 'Change when the rules of a place hold (API-088)',
  params: z.object({ id }),
  body: z.object({ schedule: placeSchedule, apply_from: applyFrom }),
  data: saved,
  errors: SAVE_ERRORS,
});

/** What decides between two rules that both fit a trip (PLACE-009). */
export const CONFLICT_DECISIONS = ['radius', 'order'] as const;
export const previewPlace = defineEndpoint({
  id: 'places.preview',
  kind: 'json',
  access: 'user',
  summary: 'Which rules a place would stand against, and which trips would follow it',
  body: newPlace.extend({ id: id.nullable().default(null) }),
  data: z.object({
    conflicts: z.array(
      z.object({
        /** Which of the rules given. */
        rule: z.number().int(),
        other_place_id: z.number().int(),
        other_label: z.string(),
        other_when: z.enum(PLACE_RULE_WHENS),
        other_type: z.enum(TRIP_TYPES).nullable(),
        decided_by: z.enum(CONFLICT_DECISIONS),
        /** Whether the rule given is the one that decides. */
        wins: z.boolean(),
      }),
    ),
    /** Null: no day was given. */
    trips: z
      .object({
        changed: z.number().int(),
        /** Would change and stay as they are. */
        attested: z.number().int(),
        sample: z.array(
          z.object({
            id: z.number().int(),
            unit_name: z.string(),
            start: instant,
            type: z.enum(TRIP_TYPES),
            new_type: z.enum(TRIP_TYPES),
          }),
        ),
      })
      .nullable(),
  }),
  errors: SAVE_ERRORS,
});

const tripEnd = { trip_id: id, which: z.enum(['start', 'stop']) };
export const draftPlace = defineEndpoint({
  id: 'places.draft',
  kind: 'json',
  access: 'user',
  summary: 'What a place at an end of a trip would be (PLACE-011)',
  query: z.object(tripEnd),
  data: z.object({
    address: z.string(),
    lat: z.number(),
    lng: z.number(),
    imei: z.string().nullable(),
    /** Of the trip, in the account's zone. */
    day,
    /** The place that is there already. */
    place_id: z.number().int().nullable(),
  }),
  errors: ['TripNotFound', 'NoRouteCoordinates'],
});
export const saveTripAddress = defineEndpoint({
  id: 'places.save-address',
  kind: 'json',
  access: 'user',
  summary: 'Save an end of a trip as a place (API-072)',
  body: z.object({ ...tripEnd, label: fields.label }),
  data: z.object({ place }),
  errors: ['PlaceNameTaken', 'TooManyPlaces', 'TripNotFound', 'NoRouteCoordinates'],
});

export const PLACE_FORMATS = ['csv', 'kml'] as const;
export const importPlaces = defineEndpoint({
  id: 'places.import',
  kind: 'json',
  access: 'admin',
  summary: 'Add many places from CSV or KML; a preview unless committed (PLACE-013)',
  body: z.object({
    format: z.enum(PLACE_FORMATS),
    text: z.string().min(1, msg('CsvEmpty')).max(PLACE_FILE_MAX, msg('CsvTooLong')),
    commit: z.boolean().default(false),
  }),
  data: z.object({
    rows: z.array(
      z.object({
        line: z.number().int(),
        label: z.string(),
        address: z.string(),
        /** Null: what the file says is no number. */
        lat: z.number().nullable(),
        lng: z.number().nullable(),
        radius: z.number().nullable(),
        /** Keys of the texts that say what is wrong; empty when the row is good. */
        errors: z.array(z.string()),
        added: z.boolean(),
      }),
    ),
  }),
  errors: ['CsvTooLong', 'PlaceColumns', 'CsvQuoteOpen', 'PlaceFileUnreadable', 'PlaceFileBroken', 'TooManyPlaces'],
});
export const exportPlaces = defineEndpoint({
  id: 'places.export',
  kind: 'file',
  access: 'user',
  summary: 'Places as CSV or KML (PLACE-013)',
  params: z.object({ format: z.enum(PLACE_FORMATS) }),
  data: z.unknown(),
});
