import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import { useLookOnly } from './look-only.tsx';
import { MenuButton } from './menu-button.tsx';
import { ActionMenu } from './menu.tsx';

/** Something to do that a part of a page offers, wherever the page has room for it. */
export interface Offer {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  /** What it does: a line below it in the menu. */
  readonly help?: string | undefined;
  /** Stands apart and looks it. */
  readonly isDangerous?: boolean;
  readonly isBusy?: boolean;
  /** It cannot be pressed where people may only look. */
  readonly isOff?: boolean;
  readonly onPress: () => void;
}

/** What is offered as a link that leads out of the application. */
export interface OfferedLink extends Omit<Offer, 'onPress'> {
  readonly href: string;
}

type Gathered = Offer | OfferedLink;
const Put = createContext<((id: string, offer: Gathered | null) => void) | null>(null);
const Offers = createContext<ReadonlyMap<string, Gathered>>(new Map());

/** Gathers what is offered inside, for one `OfferMenu` there. */
export function GatherOffers({ children }: { children: ReactNode }): ReactNode {
  const [offers, setOffers] = useState<ReadonlyMap<string, Gathered>>(new Map());
  const put = useCallback(
    (id: string, offer: Gathered | null) =>
      setOffers((before) => {
        const next = new Map(before);
        if (offer) next.set(id, offer);
        else next.delete(id);
        return next;
      }),
    [],
  );
  return (
    <Put value={put}>
      <Offers value={offers}>{children}</Offers>
    </Put>
  );
}

/**
 * A line of the menu that gathers offers; where there is none, a small button in its own place. It changes something, unless told
 * otherwise (`isWrite`).
 */
export function OfferedAction(
  props: Omit<Offer, 'isOff'> & { readonly isSmall?: boolean; readonly title?: string | undefined; readonly isWrite?: boolean },
): ReactNode {
  const { id, label, icon, help, isDangerous = false, isBusy = false, isSmall = true, title, isWrite = true, onPress } = props;
  const isOff = useLookOnly() !== null && isWrite;
  const put = use(Put);
  const press = useRef(onPress);
  useEffect(() => {
    press.current = onPress;
  });
  useEffect(() => {
    put?.(id, { id, label, icon, help, isDangerous, isBusy, isOff, onPress: () => press.current() });
    return () => put?.(id, null);
  }, [put, id, label, icon, help, isDangerous, isBusy, isOff]);
  if (put) return null;
  return (
    <Button isSmall={isSmall} icon={icon} title={title} isWrite={isWrite} isBusy={isBusy} onClick={onPress}>
      {label}
    </Button>
  );
}

/** A link among the lines of the menu. */
export function OfferedWayOut({ id, label, icon, href }: OfferedLink): ReactNode {
  const put = use(Put);
  useEffect(() => {
    put?.(id, { id, label, icon, href });
    return () => put?.(id, null);
  }, [put, id, label, icon, href]);
  return null;
}

/** What is offered around it, in the order of `order`; what is dangerous last and apart. Nothing while nothing is. */
export function OfferMenu(props: { readonly label: string; readonly order: readonly string[] }): ReactNode {
  const { label, order } = props;
  const offers = use(Offers);
  const sorted = useMemo(() => {
    const rank = ({ id }: Gathered): number => (order.includes(id) ? order.indexOf(id) : order.length);
    return [...offers.values()].toSorted((a, b) => rank(a) - rank(b));
  }, [offers, order]);
  if (sorted.length === 0) return null;
  const group = (isDangerous: boolean) => ({
    choices: sorted.filter((each) => (each.isDangerous ?? false) === isDangerous).map((each) => ({ ...each, isDangerous })),
    onChoose: (id: string) => {
      const offer = offers.get(id);
      if (offer && 'onPress' in offer) offer.onPress();
    },
  });
  return (
    <ActionMenu
      label={label}
      trigger={
        <MenuButton look="plain" isSmall isBusy={sorted.some(({ isBusy }) => isBusy)}>
          <Icon name="more" size={16} />
          {label}
        </MenuButton>
      }
      groups={[group(false), group(true)].filter(({ choices }) => choices.length > 0)}
    />
  );
}
