import type { OBJECT_TYPES } from '@spora/contract/object-description/endpoints';
import type { Translate } from '@spora/messages/translate';

export type ObjectType = (typeof OBJECT_TYPES)[number];

/** Without a schema library: which types there are, by where they go, and which numbers each bears (OBJ-004). */
export const TYPE_GROUPS = {
  ObjectOnWater: ['boat', 'water-jet', 'outboard-motor'],
  ObjectOnRoad: ['car', 'van', 'truck', 'bus', 'motorcycle', 'motorhome', 'trailer', 'caravan', 'atv', 'snowmobile'],
  ObjectMachines: [
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
  ],
} as const satisfies Record<string, readonly ObjectType[]>;

/** A type as it is stored, in words; what is none stays as it is. */
export function objectTypeText(stored: string, t: Translate): string {
  const type = Object.values(TYPE_GROUPS)
    .flatMap((types): readonly ObjectType[] => types)
    .find((each) => each === stored);
  return type ? t(`ObjectType-${type}`) : stored;
}
