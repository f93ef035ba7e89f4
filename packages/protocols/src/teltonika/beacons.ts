/** Which beacons a tracker heard: their identifiers as sent, upper-case hexadecimal. What is cut off or misshapen ends the list. */
type ReadIds = (bytes: Uint8Array) => string[];

/** Flags of a beacon in the simple list. */
const IBEACON = 0x20;
const WITH_RSSI = 0x01;
const WITH_BATTERY = 0x02;
const WITH_TEMPERATURE = 0x04;
const IBEACON_BYTES = 20;
const EDDYSTONE_BYTES = 16;

const hexOf = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text.toUpperCase();
};

/**
 * AVL 385: which part of how many, then of each beacon its flags, the identifier (iBeacon: UUID, major, minor; Eddystone: namespace,
 * instance), and what the flags tell of. Source: the vendor's page "How to start with FMB devices and Beacons?".
 */
export const idsOfList: ReadIds = (bytes) => {
  const ids: string[] = [];
  for (let at = 1; at < bytes.length;) {
    const flags = bytes[at]!;
    const length = flags & IBEACON ? IBEACON_BYTES : EDDYSTONE_BYTES;
    const rest = (flags & WITH_RSSI ? 1 : 0) + (flags & WITH_BATTERY ? 2 : 0) + (flags & WITH_TEMPERATURE ? 2 : 0);
    const end = at + 1 + length + rest;
    if (end > bytes.length) break;
    ids.push(hexOf(bytes.subarray(at + 1, at + 1 + length)));
    at = end;
  }
  return ids;
};

const ADVANCED_ID = 1;
const EYE_MAC = 15;

/** Records of a length each, of parameters of a number, a length and a value: the wanted one of each. Null where they do not end as they should. */
function parametersIn(bytes: Uint8Array, from: number, wanted: number): string[] | null {
  const found: string[] = [];
  for (let at = from; at < bytes.length;) {
    const end = at + 1 + bytes[at]!;
    if (end > bytes.length) return null;
    for (at += 1; at < end;) {
      const length = bytes[at + 1];
      if (length === undefined || at + 2 + length > end) return null;
      if (bytes[at] === wanted && length > 0) found.push(hexOf(bytes.subarray(at + 2, at + 2 + length)));
      at += 2 + length;
    }
  }
  return found;
}

/** AVL 548: a constant, then the beacons; parameter 1 is what the tracker was set to read as the identifier. Source: "FMB003 Beacon List". */
export const idsOfAdvanced: ReadIds = (bytes) => parametersIn(bytes, 1, ADVANCED_ID) ?? [];

/**
 * AVL 11317: EYE sensors with their MAC address as parameter 15. Its page tells of length and parameters and shows no bytes: whether a
 * constant stands before them as in 548 is unverified, so that is read which fits to the end.
 */
export const macsOfEyeList: ReadIds = (bytes) => parametersIn(bytes, 0, EYE_MAC) ?? parametersIn(bytes, 1, EYE_MAC) ?? [];
