import { COBAN } from './coban/protocol.ts';
import { GT06 } from './gt06/protocol.ts';
import { H02 } from './h02/protocol.ts';
import { OSMAND } from './osmand/protocol.ts';
import { QUECLINK } from './queclink/protocol.ts';
import { RUPTELA } from './ruptela/protocol.ts';
import type { Family, FamilySetup, Protocol } from './protocol.ts';
import { TELTONIKA } from './teltonika/protocol.ts';

/** Every protocol of the product. A new one is a folder of its own and its line here. */
export const PROTOCOLS = [TELTONIKA, GT06, H02, QUECLINK, RUPTELA, COBAN, OSMAND] as const;

const all: readonly Protocol[] = PROTOCOLS;
const byFamily: ReadonlyMap<string, Family> = new Map(
  all.flatMap(({ families }) => families.map((family) => [family.name, family] as const)),
);

/** A model family by its name; undefined for one that no protocol has. */
export const familyNamed = (name: string | undefined): Family | undefined => byFamily.get(name ?? '');

/** What the database keeps of the kind of a tracker: which protocol lets it in, and what its io ids mean. */
export interface TrackerKind {
  readonly protocol: string;
  readonly family: string;
}

const kindsKnownBy = (name: Protocol['knownBy']): TrackerKind[] =>
  all.flatMap(({ name: protocol, knownBy, families }) =>
    knownBy === name ? families.map((family) => ({ protocol, family: family.name })) : [],
  );
const hardware = kindsKnownBy('imei');

/** The names of the families of hardware, which is known by its IMEI and can be put into the stock; the ordinary one first. */
export const HARDWARE_FAMILIES: readonly string[] = hardware.map(({ family }) => family);

/** Hardware of a family, of the ordinary one without a name. Throws for a family that no protocol has. */
export function hardwareOf(family = HARDWARE_FAMILIES[0]): TrackerKind {
  const found = hardware.find((kind) => kind.family === family);
  if (found === undefined) throw new RangeError(`no protocol has hardware of the family ${family}`);
  return found;
}

/** The families of hardware that can be pointed here by text messages, with the protocol that lets them in. */
export const POINTED_BY_SMS: readonly { readonly protocol: string; readonly family: string; readonly setup: FamilySetup }[] =
  all.flatMap(({ name: protocol, families }) =>
    families.flatMap(({ name: family, setup }: Family) => (setup ? [{ protocol, family, setup }] : [])),
  );

/** What a phone is that gets its secret id from us. Throws where no protocol of phones is in the list. */
export function phoneKind(): TrackerKind {
  const [found] = kindsKnownBy('phone-id');
  if (found === undefined) throw new RangeError('no protocol goes by the ids of phones');
  return found;
}
