import { reads, type RightCalls } from './right-call.ts';

export const addresses = {
  'tracking.find-address': reads(() => ({ query: { q: 'Stockholm' } }), {
    admin: 200,
    visit: 200,
    token: 200,
    foreign: 200,
    member: 200,
  }),
  'tracking.get-address': reads(() => ({ query: { lat: '59.3', lng: '18.1' } }), {
    admin: 200,
    visit: 200,
    token: 200,
    foreign: 200,
    member: 200,
  }),
} satisfies RightCalls;
