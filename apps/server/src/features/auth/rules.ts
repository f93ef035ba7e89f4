import { createHash } from 'node:crypto';

/** What attempts are counted by: the name and the address, hashed so that neither can be read from the table. */
export const attemptKeyOf = (username: string, address: string): Buffer =>
  createHash('sha256').update(`${username.toLowerCase()}\0${address}`).digest();
