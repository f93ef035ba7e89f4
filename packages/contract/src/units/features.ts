import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from '../endpoint.ts';
import { id, imei, nothing, was } from '../fields.ts';
import { PROFILE_NAME_MAX } from '../limits.ts';
import { UNIT_FEATURES } from './values.ts';

export type UnitFeature = (typeof UNIT_FEATURES)[number];

export const unitFeature = z.enum(UNIT_FEATURES);
/** Features as somebody chose them: each once, in the order of the list. */
export const chosenFeatures = z
  .array(unitFeature)
  .max(UNIT_FEATURES.length * 2)
  .transform((chosen) => UNIT_FEATURES.filter((feature) => chosen.includes(feature)));
const atLeastOne = z
  .array(unitFeature)
  .min(1, msg('SelectFeature'))
  .max(UNIT_FEATURES.length * 2)
  .transform((chosen) => UNIT_FEATURES.filter((feature) => chosen.includes(feature)));

export const getDefaultFeatures = defineEndpoint({
  id: 'units.default-features',
  kind: 'json',
  access: 'admin',
  summary: 'The features that newly added units get',
  data: z.object({ features: z.array(unitFeature) }),
});

export const saveDefaultFeatures = defineEndpoint({
  id: 'units.save-default-features',
  kind: 'json',
  access: 'admin',
  summary: 'Choose the features that newly added units get; none is a choice too',
  body: z.object({ features: chosenFeatures }),
  data: nothing,
});

const profileName = z.string().trim().min(1, msg('SpecifyName')).max(PROFILE_NAME_MAX, msg('NameLength'));
export const featureProfile = z.object({ id: z.number().int(), name: z.string(), features: z.array(unitFeature) });
export type FeatureProfile = z.output<typeof featureProfile>;

export const listFeatureProfiles = defineEndpoint({
  id: 'units.feature-profiles',
  kind: 'json',
  access: 'admin',
  summary: 'The feature profiles of the account',
  data: z.object({ profiles: z.array(featureProfile) }),
});

/** FEAT-004: names are unique whatever their case. */
export const createFeatureProfile = defineEndpoint({
  id: 'units.create-feature-profile',
  kind: 'json',
  access: 'admin',
  summary: 'Add a feature profile',
  body: z.object({ name: profileName, features: atLeastOne }),
  data: featureProfile,
  errors: ['NameExists'],
});

const byId = z.object({ id });

export const updateFeatureProfile = defineEndpoint({
  id: 'units.update-feature-profile',
  kind: 'json',
  access: 'admin',
  summary: 'Change a feature profile; units that it was applied to keep what they have',
  params: byId,
  body: z.object({ name: profileName, features: atLeastOne, was }),
  data: featureProfile,
  errors: ['NameExists', 'ProfileNotFound', 'ChangedMeanwhile'],
});

export const removeFeatureProfile = defineEndpoint({
  id: 'units.remove-feature-profile',
  kind: 'json',
  access: 'admin',
  summary: 'Remove a feature profile; units that it was applied to keep what they have',
  params: byId,
  data: nothing,
  errors: ['ProfileNotFound'],
});

/** FEAT-003: a preview unless committed. Each unit has exactly the profile's features afterwards. */
export const applyFeatureProfile = defineEndpoint({
  id: 'units.apply-feature-profile',
  kind: 'json',
  access: 'admin',
  summary: 'Apply a feature profile to units, with the difference per unit',
  params: byId,
  body: z.object({
    imeis: z.array(imei).min(1, msg('SelectUnit')).max(2000),
    commit: z.boolean().default(false),
  }),
  data: z.object({
    units: z.array(
      z.object({
        imei: z.string(),
        name: z.string(),
        added: z.array(unitFeature),
        removed: z.array(unitFeature),
        /** Why the unit cannot take it: `UnitHasNoTripLog` or `UnitLocked`. */
        refused: z.string().nullable(),
      }),
    ),
  }),
  errors: ['ProfileNotFound', 'UnitNotFound'],
});
