/** Browsers give encryption to https pages and to those of the machine itself; elsewhere the session lives in memory only. */
export const hasSecureContext = (protocol: string, hostname: string): boolean =>
  protocol === 'https' || /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(hostname);
