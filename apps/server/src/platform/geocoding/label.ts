/** The parts of an address that a label is made of; every part may be missing. */
export interface AddressParts {
  readonly name?: string | undefined;
  readonly street?: string | undefined;
  readonly houseNumber?: string | undefined;
  readonly postcode?: string | undefined;
  readonly city?: string | undefined;
  readonly countryCode?: string | undefined;
}

/**
 * One line as people of the country write it: "Gatan 12, 111 34 Ort" in the Nordic countries, "12 Street, City
 * SW1A 1AA" in Great Britain. Undefined when there is nothing to say.
 */
export function labelOf(parts: AddressParts): string | undefined {
  const british = parts.countryCode?.toUpperCase() === 'GB';
  const street = join(british ? [parts.houseNumber, parts.street] : [parts.street, parts.houseNumber], ' ');
  const town = join(british ? [parts.city, parts.postcode] : [parts.postcode, parts.city], ' ');
  return join([street ?? parts.name, town], ', ');
}

function join(parts: readonly (string | undefined)[], separator: string): string | undefined {
  const present = parts.map((part) => part?.trim()).filter((part) => part);
  return present.length > 0 ? present.join(separator) : undefined;
}
