import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from '../endpoint.ts';
import { day, id, imei, instant, language, nothing, was } from '../fields.ts';
import {
  HULL_NUMBER_LENGTH,
  OBJECT_FIELD_MAX,
  OBJECT_LINKS_MAX,
  PICTURE_CAPTION_MAX,
  PICTURE_MAX_BYTES,
  PICTURES_MAX,
  SHARE_DAYS_MAX,
  THEFT_TEXT_MAX,
} from '../limits.ts';

/** OBJ-001: what an object can be; which numbers it bears follows from it (`OBJECT_NUMBERS`). */
export const OBJECT_TYPES = [
  'boat',
  'water-jet',
  'outboard-motor',
  'car',
  'van',
  'truck',
  'bus',
  'motorcycle',
  'motorhome',
  'trailer',
  'caravan',
  'atv',
  'snowmobile',
  'tractor',
  'excavator',
  'wheel-loader',
  'dumper',
  'roller',
  'forklift',
  'lift',
  'crane',
  'generator',
  'compressor',
  'mower',
  'container',
  'other',
] as const;
export type ObjectType = (typeof OBJECT_TYPES)[number];
export const OBJECT_NUMBER_FIELDS = ['hull_number', 'motor_number', 'chassis_number', 'serial_number'] as const;
export type ObjectNumberField = (typeof OBJECT_NUMBER_FIELDS)[number];

const ON_WATER = ['hull_number', 'motor_number'] as const;
const ON_ROAD = ['chassis_number'] as const;
const MACHINE = ['serial_number'] as const;

/** OBJ-004: the numbers by which an object of a type is known; one on the road has its registration number besides. */
export const OBJECT_NUMBERS: Readonly<Record<ObjectType, readonly ObjectNumberField[]>> = {
  boat: ON_WATER,
  'water-jet': ON_WATER,
  'outboard-motor': ['motor_number'],
  car: ON_ROAD,
  van: ON_ROAD,
  truck: ON_ROAD,
  bus: ON_ROAD,
  motorcycle: ON_ROAD,
  motorhome: ON_ROAD,
  trailer: ON_ROAD,
  caravan: ON_ROAD,
  atv: ON_ROAD,
  snowmobile: ON_ROAD,
  tractor: ['chassis_number', 'serial_number'],
  excavator: MACHINE,
  'wheel-loader': MACHINE,
  dumper: MACHINE,
  roller: MACHINE,
  forklift: MACHINE,
  lift: MACHINE,
  crane: MACHINE,
  generator: MACHINE,
  compressor: MACHINE,
  mower: MACHINE,
  container: MACHINE,
  other: MACHINE,
};

const text = z.string().trim().max(OBJECT_FIELD_MAX, msg('TextTooLong'));
const longText = z.string().trim().max(THEFT_TEXT_MAX, msg('TextTooLong'));

/** OBJ-005, DEC-66: empty, or 14 letters and digits; the dash that may stand after the country's two is taken out. */
export const hullNumber = z
  .string()
  .transform((typed) =>
    typed
      .replace(/\s/g, '')
      .toUpperCase()
      .replace(/^([A-Z0-9]{2})-/, '$1'),
  )
  .pipe(z.string().regex(new RegExp(`^([A-Z0-9]{${HULL_NUMBER_LENGTH}})?$`), msg('HullNumberInvalid')));

/** OBJ-007: an address of the web, without a name and password in it. */
export const objectLink = z
  .string()
  .trim()
  .max(500, msg('TextTooLong'))
  .refine(isWebAddress, { error: msg('LinkInvalid') });

function isWebAddress(address: string): boolean {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return false;
  const { hostname, username, password } = new URL(address);
  return hostname !== '' && username === '' && password === '';
}

/** What may be changed; what is not sent stays as it is. */
export const objectInput = z.object({
  type: z.enum(OBJECT_TYPES).nullable().optional(),
  manufacturer: text.optional(),
  model: text.optional(),
  year: z.number().int(msg('YearInvalid')).min(1850, msg('YearInvalid')).max(2200, msg('YearInvalid')).nullable().optional(),
  hull_number: hullNumber.optional(),
  motor_number: text.optional(),
  chassis_number: text.optional(),
  serial_number: text.optional(),
  insurance_company: text.optional(),
  insurance_number: text.optional(),
  links: z.array(objectLink).max(OBJECT_LINKS_MAX, msg('LinksMax')).optional(),
  was,
});
export type ObjectInput = z.input<typeof objectInput>;

const objectFacts = z.object({
  type: z.enum(OBJECT_TYPES).nullable(),
  manufacturer: z.string(),
  model: z.string(),
  year: z.number().int().nullable(),
  hull_number: z.string(),
  motor_number: z.string(),
  chassis_number: z.string(),
  serial_number: z.string(),
  insurance_company: z.string(),
  insurance_number: z.string(),
  links: z.array(z.string()),
});

const picture = z.object({
  id: z.number().int(),
  caption: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  bytes: z.number().int(),
});
export type ObjectPicture = z.output<typeof picture>;

export const objectDescription = objectFacts.extend({
  registration_number: z.string().nullable(),
  pictures: z.array(picture),
  can: z.object({ edit: z.boolean() }),
});
export type ObjectDescription = z.output<typeof objectDescription>;

const byImei = z.object({ imei });
const byPicture = z.object({ imei, id });

export const getObjectDescription = defineEndpoint({
  id: 'object-description.get',
  kind: 'json',
  access: 'user',
  summary: 'The description of what the unit sits in',
  params: byImei,
  data: objectDescription,
  errors: ['UnitNotFound', 'UnitLocked'],
});

export const saveObjectDescription = defineEndpoint({
  id: 'object-description.save',
  kind: 'json',
  access: 'user',
  summary: 'Change the description of the object',
  params: byImei,
  body: objectInput,
  data: objectDescription,
  errors: ['UnitNotFound', 'UnitLocked', 'ChangedMeanwhile'],
});

/** OBJ-002, SEC-012: the picture itself is the body; what it is, its bytes say. */
export const addPicture = defineEndpoint({
  id: 'object-description.add-picture',
  kind: 'json',
  access: 'user',
  summary: 'Add a picture of the object',
  params: byImei,
  upload: {
    types: ['image/png', 'image/jpeg'],
    maxBytes: PICTURE_MAX_BYTES,
    tooLarge: 'ImageTooLarge',
    wrongType: 'ImageWrongType',
  },
  data: objectDescription,
  errors: ['UnitNotFound', 'UnitLocked', 'ImageTooLarge', 'ImageWrongType', 'ImageTooManyPixels', 'ImageBroken', 'PicturesMax'],
});

/** OBJ-006: the pictures in their new order with their captions; all that there are, or the call is refused. */
export const arrangePictures = defineEndpoint({
  id: 'object-description.arrange-pictures',
  kind: 'json',
  access: 'user',
  summary: 'Reorder the pictures and change their captions',
  params: byImei,
  body: z.object({
    pictures: z
      .array(z.object({ id, caption: z.string().trim().max(PICTURE_CAPTION_MAX, msg('TextTooLong')) }))
      .max(PICTURES_MAX, msg('PicturesMax')),
  }),
  data: objectDescription,
  errors: ['UnitNotFound', 'UnitLocked', 'PicturesChanged'],
});

export const removePicture = defineEndpoint({
  id: 'object-description.remove-picture',
  kind: 'json',
  access: 'user',
  summary: 'Delete a picture of the object',
  params: byPicture,
  data: objectDescription,
  errors: ['UnitNotFound', 'UnitLocked', 'PictureNotFound'],
});

export const getPicture = defineEndpoint({
  id: 'object-description.picture',
  kind: 'file',
  access: 'user',
  summary: 'A picture of the object',
  params: byPicture,
  data: nothing,
  errors: ['UnitNotFound', 'UnitLocked', 'PictureNotFound'],
});

/** OBJ-003. Empty texts are unknown. */
const theftFacts = z.object({
  stolen_on: z.string().nullable(),
  stolen_from: z.string(),
  circumstances: z.string(),
  owner_name: z.string(),
  owner_email: z.string(),
  owner_phone: z.string(),
  police_station: z.string(),
  police_report_number: z.string(),
  claim_number: z.string(),
});
export type TheftFacts = z.output<typeof theftFacts>;

export const theftInput = z.object({
  stolen_on: day.nullable(),
  stolen_from: text,
  circumstances: longText,
  owner_name: text.min(1, msg('SpecifyName')),
  owner_email: z.union([z.literal(''), z.email(msg('EnterValidEmail'))], { error: msg('EnterValidEmail') }),
  owner_phone: text,
  police_station: text,
  police_report_number: text,
  claim_number: text,
  /** The maker's own private trips in the track; those of others are left out always (MAP-031). */
  include_private: z.boolean().default(false),
  was,
});
export type TheftInput = z.input<typeof theftInput>;

/** The parts of a line, each a run of `[lat, lng, lat, lng, ...]` in degrees. */
const track = z.array(z.array(z.number()));
const place = z.object({ name: z.string(), lat: z.number(), lng: z.number() });
const stop = z.object({
  from: instant,
  to: instant.nullable(),
  lat: z.number(),
  lng: z.number(),
  address: z.string().nullable(),
});
const lastPosition = z.object({
  at: instant,
  lat: z.number(),
  lng: z.number(),
  address: z.string().nullable(),
  address_is_approximate: z.boolean(),
});

/** OBJ-008: everything that a version of the report says, as it was when it was made. */
export const theftReport = z.object({
  version: z.number().int(),
  created_at: instant,
  unit_name: z.string(),
  registration_number: z.string().nullable(),
  object: objectFacts,
  theft: theftFacts,
  pictures: z.array(picture),
  last_position: lastPosition.nullable(),
  track_from: instant,
  track_to: instant,
  track,
  /** Towns near the track, to find one's way in its drawing. */
  places: z.array(place),
  stops: z.array(stop),
});
export type TheftReport = z.output<typeof theftReport>;

const share = z.object({
  id: z.number().int(),
  version: z.number().int(),
  recipient: z.string(),
  created_at: instant,
  created_by: z.string(),
  expires_at: instant,
  revoked_at: instant.nullable(),
  is_open: z.boolean(),
  opened_count: z.number().int(),
  last_opened_at: instant.nullable(),
});
export type TheftShare = z.output<typeof share>;

export const theftPage = z.object({
  /** What a new version starts from: the newest version, else the description and who is asking. */
  draft: theftFacts,
  latest: theftReport.nullable(),
  versions: z.array(z.object({ version: z.number().int(), created_at: instant, created_by: z.string() })),
  shares: z.array(share),
  can: z.object({ report: z.boolean() }),
});
export type TheftPage = z.output<typeof theftPage>;

export const getTheftPage = defineEndpoint({
  id: 'object-description.theft-report',
  // The customer's own account of a crime, with who signs it.
  visit: 'shut',
  kind: 'json',
  access: 'user',
  summary: 'The theft report of a unit: its newest version, the earlier ones and who was sent it',
  params: byImei,
  data: theftPage,
  errors: ['UnitNotFound', 'UnitLocked'],
});

export const makeTheftReport = defineEndpoint({
  id: 'object-description.make-theft-report',
  kind: 'json',
  access: 'user',
  summary: 'Make a new version of the theft report, with position and track as they are now',
  params: byImei,
  body: theftInput,
  data: theftPage,
  errors: ['FeatureOff', 'UnitNotFound', 'UnitLocked', 'TheftInFuture', 'ChangedMeanwhile'],
});

export const theftReportPdf = defineEndpoint({
  id: 'object-description.theft-report-pdf',
  kind: 'file',
  access: 'user',
  summary: 'A version of the theft report as PDF; the newest unless another is asked for',
  params: byImei,
  query: z.object({
    version: z.coerce.number(msg('InvalidId')).int(msg('InvalidId')).positive(msg('InvalidId')).optional(),
    lang: language.optional(),
  }),
  data: nothing,
  errors: ['UnitNotFound', 'UnitLocked', 'ReportNotFound'],
});

export const shareTheftReport = defineEndpoint({
  id: 'object-description.share-theft-report',
  kind: 'json',
  access: 'user',
  summary: 'Make a link to a version of the theft report; its token is told this once',
  params: byImei,
  body: z.object({
    version: z.number().int(msg('InvalidId')).positive(msg('InvalidId')),
    recipient: text.min(1, msg('SpecifyName')),
    days: z.number().int(msg('InvalidInput')).min(1, msg('InvalidInput')).max(SHARE_DAYS_MAX, msg('InvalidInput')),
  }),
  data: z.object({ token: z.string(), share }),
  errors: ['FeatureOff', 'UnitNotFound', 'UnitLocked', 'ReportNotFound'],
});

export const revokeTheftShare = defineEndpoint({
  id: 'object-description.revoke-share',
  kind: 'json',
  access: 'user',
  summary: 'End a link to the theft report',
  params: z.object({ imei, id }),
  data: theftPage,
  errors: ['UnitNotFound', 'UnitLocked', 'ShareNotFound'],
});

/** The token stands in the body: an address with it would end up in logs. */
const byToken = z.object({ token: z.string().max(100) });

export const sharedTheftReport = defineEndpoint({
  id: 'object-description.shared-report',
  kind: 'json',
  access: 'public',
  summary: 'The theft report behind a link; each call counts as an opening',
  body: byToken,
  data: z.object({ report: theftReport, expires_at: instant, time_zone: z.string() }),
  errors: ['ShareOver'],
});

export const sharedTheftPdf = defineEndpoint({
  id: 'object-description.shared-pdf',
  kind: 'file',
  access: 'public',
  summary: 'The theft report behind a link as PDF; counts as an opening',
  body: byToken.extend({ lang: language.optional() }),
  data: nothing,
  errors: ['ShareOver'],
});

export const sharedTheftPicture = defineEndpoint({
  id: 'object-description.shared-picture',
  kind: 'file',
  access: 'public',
  summary: 'A picture of the theft report behind a link',
  body: byToken.extend({ id }),
  data: nothing,
  errors: ['ShareOver', 'PictureNotFound'],
});
