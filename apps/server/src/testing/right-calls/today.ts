import { reads, type RightCalls } from './right-call.ts';

export const today = {
  'today.get': reads(() => ({}), { admin: 200, visit: 200, token: 200, foreign: 200, member: '403 Forbidden' }),
} satisfies RightCalls;
