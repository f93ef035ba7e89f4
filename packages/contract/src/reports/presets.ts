import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from '../endpoint.ts';
import { id, nothing } from '../fields.ts';
import { REPORT_IDS } from './tables.ts';

export const PRESET_NAME_MAX = 50;
/** Of one member. */
export const PRESETS_MAX = 50;

/** What the address of the report's page holds, by name: without a period it stays "the year so far" (NAV-037). */
const search = z
  .record(z.string().regex(/^[a-z_]{1,20}$/, msg('InvalidInput')), z.string().max(9000, msg('InvalidInput')))
  .refine((value) => Object.keys(value).length <= 20, { error: msg('InvalidInput') });

const name = z.string().trim().min(1, msg('PresetNameMissing')).max(PRESET_NAME_MAX, msg('TextTooLong'));

export const listPresets = defineEndpoint({
  id: 'reports.presets',
  kind: 'json',
  access: 'user',
  summary: 'Saved filters of reports: your own, and those that others of the account share (REP-017)',
  data: z.object({
    presets: z.array(
      z.object({
        id: z.number().int(),
        report: z.enum(REPORT_IDS),
        name: z.string(),
        search,
        is_shared: z.boolean(),
        owner: z.string(),
        can: z.object({ edit: z.boolean(), remove: z.boolean() }),
      }),
    ),
  }),
});

export const addPreset = defineEndpoint({
  id: 'reports.add-preset',
  token: 'shut',
  kind: 'json',
  access: 'user',
  summary: 'Save the filter of a report under a name',
  body: z.object({ report: z.enum(REPORT_IDS), name, search, is_shared: z.boolean().default(false) }),
  data: z.object({ id: z.number().int() }),
  errors: ['PresetNameTaken', 'TooManyPresets'],
});

export const updatePreset = defineEndpoint({
  id: 'reports.update-preset',
  token: 'shut',
  kind: 'json',
  access: 'user',
  summary: 'Rename a saved filter, share it or stop sharing it; only what is sent is changed',
  params: z.object({ id }),
  body: z
    .object({ name: name.optional(), is_shared: z.boolean().optional() })
    .refine((body) => Object.values(body).some((value) => value !== undefined), { error: msg('InvalidInput') }),
  data: nothing,
  errors: ['PresetNotFound', 'PresetNameTaken'],
});

export const removePreset = defineEndpoint({
  id: 'reports.remove-preset',
  token: 'shut',
  kind: 'json',
  access: 'user',
  summary: 'Remove a saved filter: your own, or as an administrator a shared one',
  params: z.object({ id }),
  data: nothing,
  errors: ['PresetNotFound'],
});
