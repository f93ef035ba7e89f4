import type { MovedAlarms } from './alarms/kinds.ts';

/**
 * The brands as data: everything that differs between them beside their colours and pictures. No code asks for
 * an id; it asks for a field or a capability. Names, marks, hosts and addresses are invented.
 */
export interface BrandCapabilities {
  /** BRAND-004: the header links to support by mail. */
  readonly supportLink: boolean;
  /** BRAND-005: registration asks for a comment. */
  readonly registrationComment: boolean;
  /** BRAND-005, WIZ-021: a private person chooses how to pay. */
  readonly paymentTypeChoice: boolean;
  /** BRAND-005: the alarm receivers' table shows phone numbers. */
  readonly receiverPhoneColumn: boolean;
  /** BRAND-006: an alarm receiver needs an e-mail; where false, an e-mail or a phone. */
  readonly receiverNeedsEmail: boolean;
  /** BRAND-007: sign-in tells about trackers for cars. */
  readonly carTrackerBanner: boolean;
  /** BRAND-009: terms are accepted by a visible checkbox; elsewhere it is taken as accepted and hidden, the link stays. */
  readonly termsCheckbox: boolean;
}

export interface Brand {
  readonly subsiteId: number;
  readonly name: string;
  /** Where the pictures and the manifest of the brand lie: `/brands/<slug>/`. */
  readonly slug: string;
  /** Host names of the brand, without port; `BRAND_HOSTS` of the installation adds others. */
  readonly hosts: readonly string[];
  /** BRAND-003: the mark on its own, for places that cannot draw it with the tokens of the page. */
  readonly logoPath: string;
  readonly supportMail: string;
  readonly supportPhone: string;
  /** The sender of the brand's mail: the address; the name is the brand's. */
  readonly senderMail: string;
  /** DEC-60: which sign-in and registration are shown when the address does not say. */
  readonly isNewDesign: boolean;
  /** The accent on light surfaces, where there are no tokens: mail and manifest. White text on it reaches 4.5:1 (BRAND-011). */
  readonly mailAccent: string;
  /** `--surface-page` of the brand's token file: the browser's own frame, and the first moment of an installed page. */
  readonly pageColours: { readonly light: string; readonly dark: string };
  /** `black`: drawn in black on light and white on dark, whatever the accent (BRAND-008). */
  readonly logo: 'coloured' | 'black';
  readonly capabilities: BrandCapabilities;
  /** DEC-42: the alarms of which this brand tells the receivers of the other class. None of the specified brands moves any. */
  readonly movedAlarms: MovedAlarms;
}

const COMMON: BrandCapabilities = {
  supportLink: false,
  registrationComment: false,
  paymentTypeChoice: false,
  receiverPhoneColumn: false,
  receiverNeedsEmail: true,
  carTrackerBanner: false,
  termsCheckbox: false,
};

const brand = (
  subsiteId: number,
  name: string,
  slug: string,
  supportPhone: string,
  colours: readonly [accent: string, light: string, dark: string],
  more: {
    readonly capabilities?: Partial<BrandCapabilities>;
    readonly logo?: Brand['logo'];
    readonly isNewDesign?: boolean;
    readonly movedAlarms?: MovedAlarms;
  } = {},
): Brand => ({
  subsiteId,
  name,
  slug,
  hosts: [`${slug}.example`, `www.${slug}.example`, `${slug}.localhost`],
  logoPath: `/brands/${slug}/mark.svg`,
  supportMail: `support@${slug}.example`,
  supportPhone,
  senderMail: `no-reply@${slug}.example`,
  mailAccent: colours[0],
  pageColours: { light: colours[1], dark: colours[2] },
  isNewDesign: more.isNewDesign ?? true,
  logo: more.logo ?? 'coloured',
  capabilities: { ...COMMON, ...more.capabilities },
  movedAlarms: more.movedAlarms ?? {},
});

/** Phone numbers are of the ranges that the regulators keep for fiction (PTS 031-390 06 xx, 08-465 004 xx; Ofcom 01632 960xxx). */
export const BRANDS: readonly Brand[] = [
  brand(0, 'Spora', 'spora', '+46 8 465 004 00', ['#0b6478', '#f5f7f7', '#0e1416'], {
    capabilities: {
      supportLink: true,
      registrationComment: true,
      paymentTypeChoice: true,
      receiverPhoneColumn: true,
      receiverNeedsEmail: false,
      termsCheckbox: true,
    },
  }),
  brand(1, 'Vagvis', 'vagvis', '+46 8 465 004 11', ['#4a40c0', '#f6f7fa', '#10131b']),
  brand(2, 'Nordfara', 'nordfara', '+46 31 390 06 12', ['#155e45', '#f5f8f6', '#0e1511'], {
    capabilities: { supportLink: true },
  }),
  brand(3, 'Kustlys', 'kustlys', '+46 31 390 06 13', ['#123f73', '#f5f7fa', '#0b141d'], { capabilities: { supportLink: true } }),
  brand(4, 'Maskinro', 'maskinro', '+46 8 465 004 14', ['#2b2925', '#f8f7f5', '#15130e'], { isNewDesign: false }),
  brand(5, 'Fjordspor', 'fjordspor', '+46 31 390 06 15', ['#86287a', '#f9f6f8', '#171116']),
  brand(6, 'Hemväg', 'hemvag', '+46 8 465 004 16', ['#a03f22', '#faf6f5', '#18120f'], {
    capabilities: { carTrackerBanner: true },
  }),
  brand(7, 'Ravnlei', 'ravnlei', '+44 1632 960017', ['#17181b', '#f7f7f8', '#121315'], { logo: 'black' }),
];

/** Brands are numbered from 0 in the order of the list. */
export const SUBSITE_MAX = BRANDS.length - 1;

/** The brand with that number; the first for any other. */
export const brandOf = (subsiteId: number): Brand => BRANDS.find((each) => each.subsiteId === subsiteId) ?? (BRANDS[0] as Brand);

/** BRAND-002: the brand whose host name that is, without port. `others` are the installation's own hosts. */
export function findBrandOfHost(hostname: string, others: Readonly<Record<string, number>> = {}): Brand | undefined {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  if (Object.hasOwn(others, host)) return brandOf(others[host] ?? 0);
  return BRANDS.find((each) => each.hosts.includes(host));
}
