import { expect, test } from 'vitest';
import { securityHeaders } from './security.ts';

test('REG-006, SEC-011: pages of our own may ask for the camera and the place, and for nothing else', () => {
  const policy = securityHeaders({ mapOrigins: [], isHttps: true })['permissions-policy'];
  expect(policy).toBe('geolocation=(self), fullscreen=(self), camera=(self), microphone=(), payment=(), usb=()');
});
