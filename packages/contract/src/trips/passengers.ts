import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { passenger, passengerList } from './endpoints.ts';

const passengersAnswer = z.object({ passengers: z.array(passenger), can: z.object({ edit: z.boolean() }) });
export const getPassengers = defineEndpoint({
  id: 'trips.passengers',
  kind: 'json',
  access: 'user',
  summary: 'Who went along on a trip; nobody of somebody else’s private one (API-070)',
  params: z.object({ id }),
  data: passengersAnswer,
  errors: ['TripNotFound'],
});
export const savePassengers = defineEndpoint({
  id: 'trips.save-passengers',
  kind: 'json',
  access: 'user',
  summary: 'Put others in place of who went along on a trip (API-070)',
  params: z.object({ id }),
  body: z.object({ passengers: passengerList }),
  data: passengersAnswer,
  errors: ['TripNotFound', 'TripIsOngoing', 'TripNotYours', 'TripIsAttested', 'UserNotFound', 'BasicSubscription'],
});
