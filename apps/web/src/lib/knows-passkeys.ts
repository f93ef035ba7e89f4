/** Whether this browser knows passkeys; none does on an address without encryption. */
export const knowsPasskeys = (): boolean =>
  window.isSecureContext && typeof (window as { PublicKeyCredential?: unknown }).PublicKeyCredential === 'function';
