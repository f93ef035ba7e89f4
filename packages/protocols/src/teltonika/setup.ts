import type { FamilySetup } from '../protocol.ts';

/**
 * Parameters 2001 (access point), 2004 (address), 2005 (port) and 2006 (0: TCP), in a text message without user and
 * password, which stand for two spaces, of the new platform for one. Source: vendor wiki, SMS/GPRS commands.
 */
const setupOf = (models: string, spaces: string, isConfirmed: boolean): FamilySetup => ({
  models,
  number: 'imei',
  isConfirmed,
  source: 'vendor wiki, "SMS/GPRS commands", and the parameter ids 2001 to 2006',
  sms: ({ host, port, apn }) => [`${spaces}setparam 2001:${apn};2004:${host};2005:${port};2006:0`],
});

export const SETUPS = {
  A: setupOf('Teltonika FMB, FMC, FMM, FMU, FMT, FMP', '  ', true),
  B: setupOf('Teltonika FMx6xx', '  ', true),
  C: setupOf('Teltonika TAT, TMT, TST, GH', '  ', false),
  FT: setupOf('Teltonika FT', ' ', false),
} as const;
