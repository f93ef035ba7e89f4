import { createContext, use, type ReactNode } from 'react';

/** The button that has whoever is signed in told of a unit's security alarms from now on. */
export type OfferToBeTold = (unit: { readonly imei: string; readonly name: string }) => ReactNode;
const Offer = createContext<OfferToBeTold>(() => null);

/** Hands down what the room of alarms offers to rooms that it needs itself. */
export const ToBeToldProvider = (props: { offer: OfferToBeTold; children: ReactNode }): ReactNode => (
  <Offer value={props.offer}>{props.children}</Offer>
);

export const useOfferToBeTold = (): OfferToBeTold => use(Offer);
