/**
 * The numbers of phones: 00 is the prefix of no assigned type allocation code, so none can meet a real tracker's IMEI.
 */
export const PHONE_PREFIX = '0099';

/** The Luhn check digit over the first 14 digits of an IMEI (3GPP TS 23.003, annex B). */
export function checkDigitOf(body: string): number {
  let sum = 0;
  for (let i = 0; i < body.length; i += 1) {
    const digit = Number(body[i]) * (i % 2 === 1 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return (10 - (sum % 10)) % 10;
}

/** A 15-digit number of the phones' range for a serial of up to ten digits. */
export function phoneNumberOf(serial: number): string {
  const body = PHONE_PREFIX + String(serial).padStart(10, '0');
  return body + String(checkDigitOf(body));
}

/**
 * What Traccar Client reads from a QR code or a tapped link: the address it reports to, its name, and a report every 30 s
 * or 25 m. The application's own scheme, so that a phone's camera opens the application and not a browser.
 */
export function configurationLink(serverUrl: string, phoneId: string): string {
  const parameters = new URLSearchParams({ url: serverUrl, id: phoneId, interval: '30', distance: '25', accuracy: 'high' });
  return `org.traccar.client://config?${parameters.toString()}`;
}

/** A host as it stands in an address: IPv6 in brackets. */
const bracketed = (hostname: string): string =>
  hostname.includes(':') && !hostname.startsWith('[') ? `[${hostname}]` : hostname;

/** Where trackers report: the public name or the one this call was made to. */
export const trackerHost = (publicUrl: string | undefined, calledHostname: string): string =>
  publicUrl ? new URL(publicUrl).hostname : calledHostname;

/** The address for phones, at their own port, which speaks plain HTTP. */
export const phoneServerUrl = ({ host, port }: { readonly host: string; readonly port: number }): string =>
  `http://${bracketed(host)}:${port}`;
