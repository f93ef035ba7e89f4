import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { cx } from '../ui/cx.ts';
import styles from './map-controls.module.css';

const PATHS = {
  plus: 'M10 4v12M4 10h12',
  minus: 'M4 10h12',
  fit: 'M3.5 7V3.500H7M13 3.500h3.500V7M16.5 13v3.500H13M7 16.500H3.500V13M7.5 10h5M10 7.500v5',
  filtered: 'M3.5 7V3.500H7M13 3.500h3.500V7M16.5 13v3.500H13M7 16.500H3.500V13M6.5 8h7M8 10.500h4M9.3 13h1.4',
  me: 'M10 5.500a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9ZM10 2v3M10 15v3M2 10h3M15 10h3',
  ruler: 'M2.5 13.5 13.5 2.500l4 4-11 11ZM6 10l1.7 1.700M8.5 7.500l2.5 2.500M11 5l1.7 1.7',
  full: 'M3.5 8V3.500H8M12 3.500h4.500V8M16.5 12v4.500H12M8 16.500H3.500V12',
  layers: 'M10 3 17.5 7 10 11 2.5 7ZM2.5 10.500l7.5 4 7.5-4M2.5 13.800l7.5 4 7.5-4',
  tags: 'M3.5 9.5v-6h6l7 7-6 6ZM6.7 6.700v.01',
  leave: 'M8 3.500V8H3.500M16.5 8H12V3.500M12 16.500V12h4.500M3.5 12H8v4.5',
} as const;

/** One more button among the map's own, with a panel beside it, which Escape closes too. It stays within the map, so that it is there in full screen. */
export function MapPanelButton(props: {
  icon: keyof typeof PATHS;
  label: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  children: ReactNode;
}): ReactNode {
  const { icon, label, isOpen, onOpenChange, children } = props;
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.preventDefault();
    onOpenChange(false);
    button.current?.focus();
  };
  return (
    <div className={cx(styles['host'], styles['beside'])} data-map-panel onKeyDown={onKeyDown}>
      <div className={styles['group']}>
        <button
          ref={button}
          type="button"
          aria-label={label}
          title={label}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => onOpenChange(!isOpen)}
        >
          <Picture icon={icon} />
        </button>
      </div>
      {isOpen && (
        <div id={id} role="group" aria-label={label} className={styles['panel']}>
          {children}
        </div>
      )}
    </div>
  );
}

const Picture = ({ icon }: { icon: keyof typeof PATHS }): ReactNode => (
  <svg
    width="20"
    height="20"
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <path d={PATHS[icon]} />
  </svg>
);

/** What can be done with the map by one press. */
export interface MapTool {
  readonly icon: keyof typeof PATHS;
  readonly label: string;
  /** Of what goes on until it is pressed again. */
  readonly isPressed?: boolean;
  readonly onPress: () => void;
}

export function Control({ icon, label, isPressed, onPress }: MapTool): ReactNode {
  return (
    <button type="button" aria-label={label} title={label} aria-pressed={isPressed} onClick={onPress}>
      <Picture icon={icon} />
    </button>
  );
}

/** The same in a panel, where there is room for its name. */
export function ControlLine({ icon, label, isPressed, onPress }: MapTool): ReactNode {
  return (
    <button type="button" className={styles['named']} aria-pressed={isPressed} onClick={onPress}>
      <Picture icon={icon} />
      {label}
    </button>
  );
}
