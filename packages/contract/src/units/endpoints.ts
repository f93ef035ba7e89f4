import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from '../endpoint.ts';
import { day, imei, instant, nothing, was } from '../fields.ts';
import { SEATS_MAX } from '../bookings/limits.ts';
import { LOCATION_IN_CAR_MAX, UNIT_NAME_MAX } from '../limits.ts';
import { odometerKm } from '../maintenance/readings.ts';
import { MODES } from '../modes/modes.ts';
import { chosenFeatures, unitFeature } from './features.ts';
import { UNIT_KINDS, FUEL_TYPES, TRIP_TYPES, MARKER_SYMBOLS, OPEN_MATTERS, UNIT_TAGS_MAX } from './values.ts';

export type TripType = (typeof TRIP_TYPES)[number];
export type MarkerSymbol = (typeof MARKER_SYMBOLS)[number];

/** UNIT-001: what a screen may know of a unit. A retired unit has no `imei`. */
export const unit = z.object({
  id: z.number().int(),
  imei: z.string().nullable(),
  kind: z.enum(UNIT_KINDS),
  name: z.string(),
  registration_number: z.string().nullable(),
  colour: z.string(),
  marker_symbol: z.enum(MARKER_SYMBOLS),
  icon: z.string().nullable(),
  vehicle_type: z.string().nullable(),
  fuel_type: z.enum(FUEL_TYPES).nullable(),
  consumption_per_10km: z.number().nullable(),
  co2_g_per_km: z.number().nullable(),
  department: z.string().nullable(),
  project: z.string().nullable(),
  tags: z.array(z.string()),
  location_in_car: z.string().nullable(),
  default_trip_type: z.enum(TRIP_TYPES),
  inspection_period_months: z.number().int().nullable(),
  service_interval_km: z.number().int().nullable(),
  /** UNIT-018: its speed stays hidden, and what is sent in its place is 0. */
  hides_speed: z.boolean().optional(),
  features: z.array(unitFeature),
});
export type Unit = z.output<typeof unit>;

export const listUnits = defineEndpoint({
  id: 'units.list',
  kind: 'json',
  access: 'user',
  summary: 'The units the signed-in user may see',
  data: z.object({ units: z.array(unit) }),
});

const phoneConnection = z.object({
  unit_id: z.number().int(),
  imei: z.string(),
  /** What the person types into the phone application as device identifier. */
  phone_id: z.string(),
  /** The server address the application reports to, for example `http://192.0.2.7:5055`. */
  server_url: z.string(),
  /** A link that configures applications which understand it; also what the QR code holds. */
  link: z.string(),
});

/** ADM-029: issues a number for our side and a random id for the application. */
export const addPhone = defineEndpoint({
  id: 'units.add-phone',
  kind: 'json',
  access: 'admin',
  summary: 'Add a phone as a unit',
  body: z.object({ name: z.string().trim().min(1, msg('SpecifyName')).max(UNIT_NAME_MAX, msg('NameLength')) }),
  data: phoneConnection,
});

/** ADM-029: the id is told once. Whoever lost it, or has another phone, gets a new one, and with it another number of our side. */
export const renewPhone = defineEndpoint({
  id: 'units.renew-phone',
  kind: 'json',
  access: 'admin',
  summary: 'Issue a new id for a phone; the earlier one no longer reports for it',
  params: z.object({ imei }),
  data: phoneConnection,
  errors: ['UnitNotFound'],
});

export const phoneStatus = defineEndpoint({
  id: 'units.phone-status',
  kind: 'json',
  access: 'admin',
  summary: 'Whether an added phone has reported',
  params: z.object({ imei }),
  /** A time as soon as there is a position. */
  data: z.object({ first_position_at: instant.nullable() }),
  errors: ['UnitNotFound'],
});

/** NAV-019: which trackers of other makes can report here, and the text messages that point them here. */
export const trackerSetups = defineEndpoint({
  id: 'units.tracker-setups',
  kind: 'json',
  access: 'admin',
  summary: 'How trackers are pointed here',
  data: z.object({
    trackers: z.array(
      z.object({
        /** The model family, as the stock and a unit's connection name it. */
        family: z.string(),
        models: z.string(),
        /** What trackers of other makers say that they speak; null: there are none. */
        spoken_by_others: z.string().nullable(),
        /** `ten-digits`: the id on it is entered with five zeros before it. */
        number: z.enum(['imei', 'ten-digits']),
        host: z.string(),
        port: z.number().int(),
        /** In their order; `{apn}` is the access point of the card's operator. */
        sms: z.array(z.string()),
        /** The vendor's own pages confirm the texts for the family. */
        is_confirmed: z.boolean(),
      }),
    ),
  }),
});

/** UNIT-002, DEC-12: letters and digits only, upper case; spaces and hyphens that people type are taken out. */
export const registrationNumber = z
  .string()
  .transform((text) => text.replace(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^[\p{L}\p{N}]{0,15}$/u, msg('InvalidRegistrationNumber')));

const colour = z.string().regex(/^#[0-9a-f]{6}$/i, msg('InvalidColour'));
const unitName = z.string().trim().min(1, msg('SpecifyName')).max(UNIT_NAME_MAX, msg('NameLength'));
const groupText = z.string().trim().max(100, msg('TextTooLong')).nullable();

/** What may be edited of a unit; only what is sent is changed. */
export const unitEdit = z.object({
  name: unitName.optional(),
  kind: z.enum(UNIT_KINDS).optional(),
  vehicle_type: z.string().trim().max(50, msg('TextTooLong')).nullable().optional(),
  fuel_type: z.enum(FUEL_TYPES).nullable().optional(),
  seats: z.number().int(msg('SeatsLimits')).min(1, msg('SeatsLimits')).max(SEATS_MAX, msg('SeatsLimits')).nullable().optional(),
  consumption_per_10km: z.number().min(0).max(1000).nullable().optional(),
  co2_g_per_km: z.number().min(0).max(5000).nullable().optional(),
  colour: colour.optional(),
  marker_symbol: z.enum(MARKER_SYMBOLS).optional(),
  icon: z.string().max(40).nullable().optional(),
  department: groupText.optional(),
  project: groupText.optional(),
  tags: z.array(z.string().trim().min(1).max(100)).max(UNIT_TAGS_MAX, msg('UnitTagsMany')).optional(),
  location_in_car: z.string().trim().max(LOCATION_IN_CAR_MAX, msg('TextTooLong')).nullable().optional(),
  default_trip_type: z.enum(TRIP_TYPES).optional(),
  /** ADM-014: what new trips get as their purpose; empty: none. */
  default_purpose: z.string().trim().max(100, msg('PurposeLength')).optional(),
  note: z.string().trim().max(500, msg('NoteLength')).optional(),
  is_benefit_car: z.boolean().optional(),
  has_fuel_benefit: z.boolean().optional(),
  /** FEAT-001: only of a unit with a trip log. */
  features: chosenFeatures.optional(),
});
export type UnitEdit = z.input<typeof unitEdit>;

/** UNIT-019: a row of the list of units. */
export const unitRow = unit.extend({
  subscription_type: z.string(),
  last_contact_at: instant.nullable(),
  /** TRIP-032: in somebody else's private use; its contact, state and battery are null. */
  in_private_use: z.boolean().optional(),
  /** As on the map: a unit that is silent for longer than its reporting mode expects has no contact. */
  state: z.enum(['moving', 'stopped', 'parked', 'no-contact']).nullable(),
  driver: z.string().nullable(),
  battery_v: z.number().nullable(),
  /** How often it reports by what its tracker confirmed last, and what is asked of it and not confirmed yet (MODE-008). */
  mode: z.enum(MODES).nullable(),
  requested_mode: z.enum(MODES).nullable(),
  /** As counted on from its last reading, else the tracker's own (UNIT-022). */
  odometer_km: z.number().nullable(),
  operating_hours: z.number().nullable(),
  locked_by: z.string().nullable(),
  is_retired: z.boolean(),
  /** FEAT-001: whether features can be switched on and off. */
  has_trip_log: z.boolean(),
  open_matters: z.array(z.enum(OPEN_MATTERS)),
});
export type UnitRow = z.output<typeof unitRow>;

export const listUnitRows = defineEndpoint({
  id: 'units.rows',
  kind: 'json',
  access: 'user',
  summary: 'The list of units, with what the list shows of each',
  query: z.object({ with_retired: z.stringbool().default(false) }),
  data: z.object({ units: z.array(unitRow), can: z.object({ add: z.boolean(), bulk: z.boolean() }) }),
});

export const unitDetails = unitRow.extend({
  note: z.string(),
  /** ADM-014. */
  default_purpose: z.string(),
  is_benefit_car: z.boolean(),
  /** The company pays its fuel for private driving. */
  has_fuel_benefit: z.boolean(),
  /** How many it takes; null: not said. */
  seats: z.number().int().nullable(),
  locked_at: instant.nullable(),
  /** The tracker that sits in it now, and since when. */
  tracker: z.object({ imei: z.string(), family: z.string(), fitted_from: instant.nullable() }).nullable(),
  users: z.array(z.object({ id: z.number().int(), full_name: z.string() })),
  /** LOCK-009: the administrators whom a lock shuts out, by name; the asker is not among them. */
  shut_out_by_lock: z.array(z.string()),
  can: z.object({
    edit_looks: z.boolean(),
    edit_all: z.boolean(),
    change_registration: z.boolean(),
    lock: z.boolean(),
    unlock: z.boolean(),
    replace: z.boolean(),
    retire: z.boolean(),
    /** UNIT-017: raw positions, for members whose map is not switched off. */
    geo_data: z.boolean(),
    /** ALARM-029: sees and changes who is told of its alarms. */
    alarms: z.boolean(),
  }),
  /** When the registration number may be changed again; null: now (DEC-65). */
  registration_change_from: instant.nullable(),
});
export type UnitDetails = z.output<typeof unitDetails>;

const byImei = z.object({ imei });

export const getUnit = defineEndpoint({
  id: 'units.get',
  kind: 'json',
  access: 'user',
  summary: 'One unit with all that its edit page shows',
  params: byImei,
  data: unitDetails,
  errors: ['UnitNotFound'],
});

export const updateUnit = defineEndpoint({
  id: 'units.update',
  kind: 'json',
  access: 'user',
  summary: 'Change a unit',
  params: byImei,
  body: unitEdit.extend({ was }),
  data: unitDetails,
  errors: ['UnitNotFound', 'UnlockFirst', 'UnitLocked', 'UnitHasNoTripLog', 'ChangedMeanwhile'],
});

/** API-093: one of a unit's looks by itself; the same rights and the same history as its edit. */
const LOOK_ERRORS = ['UnitNotFound', 'UnitLocked'] as const;

export const setColour = defineEndpoint({
  id: 'units.set-colour',
  kind: 'json',
  access: 'user',
  summary: 'Change the colour of a unit',
  params: byImei,
  body: z.object({ colour }),
  data: unitDetails,
  errors: LOOK_ERRORS,
});

export const setMarkerSymbol = defineEndpoint({
  id: 'units.set-marker-symbol',
  kind: 'json',
  access: 'user',
  summary: "Change the symbol of a unit's marker",
  params: byImei,
  body: z.object({ marker_symbol: z.enum(MARKER_SYMBOLS, msg('InvalidInput')) }),
  data: unitDetails,
  errors: LOOK_ERRORS,
});

export const setIcon = defineEndpoint({
  id: 'units.set-icon',
  kind: 'json',
  access: 'user',
  summary: 'Change the icon of a unit; null takes it away',
  params: byImei,
  body: z.object({ icon: z.string().max(40, msg('InvalidInput')).nullable() }),
  data: unitDetails,
  errors: LOOK_ERRORS,
});

export const changeRegistration = defineEndpoint({
  id: 'units.change-registration',
  kind: 'json',
  access: 'user',
  summary: 'Change the registration number, at most twice in 24 hours',
  params: byImei,
  body: z.object({ registration_number: registrationNumber }),
  data: unitDetails,
  errors: ['UnitNotFound', 'RegistrationChangedTwice', 'SpecifyRegistrationNumber', 'UnitLocked'],
});

/** UNIT-007, LOCK-007: what people changed, newest first. */
export const unitHistory = defineEndpoint({
  id: 'units.history',
  kind: 'json',
  access: 'user',
  summary: 'What was changed on a unit',
  params: byImei,
  query: z.object({
    /** `mode`: of operation. */
    type: z.enum(['all', 'name', 'lock', 'tracker', 'service', 'odometer', 'mode', 'output']).default('all'),
    /** Days of the account, both inclusive. */
    from: day.optional(),
    to: day.optional(),
  }),
  data: z.object({
    rows: z.array(
      z.object({
        at: instant,
        actor: z.string(),
        field: z.string(),
        old_value: z.string(),
        new_value: z.string(),
      }),
    ),
  }),
  errors: ['UnitNotFound'],
});

export const validateImei = defineEndpoint({
  id: 'units.validate-imei',
  kind: 'json',
  access: 'admin',
  summary: 'Whether a tracker can be added or put in the place of another',
  query: z.object({ imei }),
  data: nothing,
  errors: ['ImeiNumberError', 'ImeiInUse'],
});

export const unitPaymentTypes = defineEndpoint({
  id: 'units.payment-types',
  kind: 'json',
  access: 'admin',
  summary: 'The ways to pay for a unit',
  query: z.object({ imei }),
  data: z.array(z.string()),
});

export const addUnit = defineEndpoint({
  id: 'units.add',
  kind: 'json',
  access: 'admin',
  summary: 'Add a unit with its tracker',
  body: unitEdit.omit({ features: true }).extend({
    imei,
    name: unitName,
    registration_number: registrationNumber.default(''),
    payment_type: z.string().max(50).default(''),
  }),
  data: z.object({ imei: z.string(), unit_id: z.number().int() }),
  errors: [],
});

/** UNIT-008: the vehicle by its number, where whoever calls does not know its tracker. */
const currentNumber = registrationNumber
  .refine((number) => number !== '', { error: msg('SpecifyRegistrationNumber') })
  .optional();

export const replaceTracker = defineEndpoint({
  id: 'units.replace',
  kind: 'json',
  access: 'admin',
  summary: 'Put another tracker in a unit',
  body: z
    .object({
      current_imei: imei.optional(),
      current_registration_number: currentNumber,
      new_imei: imei,
      from: instant.optional(),
    })
    .refine((body) => (body.current_imei === undefined) !== (body.current_registration_number === undefined), {
      path: ['current_imei'],
      error: msg('InvalidImei'),
    }),
  data: z.object({ imei: z.string() }),
  errors: ['CurrentImeiNotFound', 'NoActiveVehicle', 'ImeiNumberError', 'ImeiInUse', 'TimeBeforeFitting', 'PrivateUseSince'],
});

export const changeCar = defineEndpoint({
  id: 'units.change-car',
  kind: 'json',
  access: 'admin',
  summary: 'Move a tracker to another vehicle; earlier trips stay with the old one',
  body: unitEdit
    .omit({ features: true })
    .extend({
      imei: imei.optional(),
      current_registration_number: currentNumber,
      name: unitName,
      registration_number: registrationNumber.default(''),
      /** What the other vehicle showed at that time; null: not said. */
      odometer_km: odometerKm.nullable().default(null),
      from: instant.optional(),
    })
    .refine((body) => (body.imei === undefined) !== (body.current_registration_number === undefined), {
      path: ['imei'],
      error: msg('InvalidImei'),
    }),
  data: z.object({ imei: z.string(), unit_id: z.number().int() }),
  errors: ['UnitNotFound', 'NoActiveVehicle', 'TimeBeforeFitting', 'UnlockFirst', 'UnitInPrivateUse', 'PrivateUseSince'],
});

/** ADM-025. */
export const retireUnit = defineEndpoint({
  id: 'units.retire',
  kind: 'json',
  access: 'admin',
  summary: 'Take a unit out of use: its history stays, its tracker becomes free',
  params: byImei,
  body: z.object({ reason: z.enum(['removed', 'returned', 'sold']) }),
  data: nothing,
  errors: ['UnitNotFound', 'UnlockFirst'],
});

export const BULK_FIELDS = ['tags', 'departments', 'projects', 'access', 'features'] as const;
/** UNIT-013, UNIT-014: a preview unless committed. */
export const bulkEdit = defineEndpoint({
  id: 'units.bulk',
  kind: 'json',
  access: 'admin',
  summary: 'Change tags, department, project, access or features of many units',
  params: z.object({ field: z.enum(BULK_FIELDS) }),
  body: z.object({
    imeis: z.array(imei).min(1, msg('SelectUnit')).max(2000),
    action: z.enum(['add', 'remove', 'replace']),
    /** Names of groups, ids of users as text for access, or features. */
    values: z.array(z.string().max(100)).max(100),
    commit: z.boolean().default(false),
  }),
  data: z.object({
    units: z.array(
      z.object({
        imei: z.string(),
        name: z.string(),
        before: z.string(),
        after: z.string(),
        /** What `before` tells in words, as `values` takes it: with `replace` the way back, but for features of which there were none. Empty where it is refused. */
        had: z.array(z.string()),
        refused: z.string().nullable(),
      }),
    ),
  }),
  errors: ['UnitNotFound', 'UserNotFound'],
});

export const lockUnit = defineEndpoint({
  id: 'units.lock',
  kind: 'json',
  access: 'user',
  summary: 'Lock the access to a unit',
  params: byImei,
  body: z.object({ reason: z.string().trim().max(200, msg('TextTooLong')).default('') }),
  data: unitDetails,
  errors: ['UnitNotFound', 'AlreadyLocked'],
});

export const unlockUnit = defineEndpoint({
  id: 'units.unlock',
  visit: 'open',
  kind: 'json',
  access: 'user',
  summary: 'Unlock the access to a unit; only who locked it, or support',
  params: byImei,
  body: z.object({ reason: z.string().trim().max(200, msg('TextTooLong')).default('') }),
  data: unitDetails,
  errors: ['UnitNotFound', 'OnlyLockerUnlocks', 'NotLocked'],
});

export const lockLog = defineEndpoint({
  id: 'units.lock-log',
  kind: 'json',
  access: 'user',
  summary: 'The lock log of a unit',
  params: byImei,
  data: z.object({
    rows: z.array(
      z.object({ at: instant, action: z.enum(['lock', 'unlock']), user: z.string(), reason: z.string(), unit: z.string() }),
    ),
  }),
  errors: ['UnitNotFound'],
});

/** ADM-026: "why does my tracker not show?" */
export const unitConnection = defineEndpoint({
  id: 'units.connection',
  kind: 'json',
  access: 'user',
  summary: "A tracker's connection",
  params: byImei,
  data: z.object({
    imei: z.string(),
    protocol: z.string(),
    family: z.string(),
    /** TRIP-032: in somebody else's private use; when it was heard of is not told. */
    in_private_use: z.boolean().optional(),
    last_contact_at: instant.nullable(),
    newest_position_at: instant.nullable(),
    records_set_aside: z.number().int(),
    newest_set_aside: z.object({ at: instant, reason: z.string() }).nullable(),
    /** When the tracker last opened a connection and said who it is; null where each message says so, or it is withheld. */
    last_hello_at: instant.nullable(),
    transport: z.enum(['tcp', 'udp', 'http']).nullable(),
    address_family: z.enum(['ipv4', 'ipv6']).nullable(),
    /** What was refused in the last 90 days, the newest first; `reason` as in the metrics. */
    refused: z.array(z.object({ reason: z.string(), count: z.number().int(), last_at: instant })),
    /** Commands that the tracker has not settled, and since when the first of them waits. */
    pending_commands: z.object({ count: z.number().int(), since: instant.nullable() }),
    /** The next thing to check, as a key of a text. */
    advice: z.string(),
  }),
  errors: ['UnitNotFound'],
});
