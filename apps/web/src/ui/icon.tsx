import type { ReactNode } from 'react';
import { learntPath } from './known-icons.ts';
import type { MoreIconName } from './more-icons.ts';

/** Own line icons on a 20 px grid, 1.6 px strokes: those that pages use before anybody is signed in. */
const ENTRY_PATHS = {
  search: 'M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12ZM13.5 13.5 17 17',
  close: 'm5 5 10 10M15 5 5 15',
  check: 'm4 10.5 4 4 8-9',
  'chevron-down': 'm5 7.5 5 5 5-5',
  'chevron-left': 'm12 5-5 5 5 5',
  'chevron-right': 'm8 5 5 5-5 5',
  calendar:
    'M4 4.500h12a1 1 0 0 1 1 1V16a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V5.500a1 1 0 0 1 1-1ZM3 8.500h14M7 2.500v3.500M13 2.500v3.5',
  globe:
    'M10 17.500a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM2.5 10h15M10 2.500c2.5 2.5 3.5 5 3.5 7.500s-1 5-3.5 7.500C7.5 15 6.5 12.5 6.5 10s1-5 3.5-7.500Z',
  sun: 'M10 13.500a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM10 1.500v2M10 16.500v2M18.5 10h-2M3.5 10h-2M16 4l-1.4 1.400M5.4 14.6 4 16M16 16l-1.4-1.400M5.4 5.4 4 4',
  moon: 'M16.5 12A7 7 0 0 1 8 3.500a7 7 0 1 0 8.5 8.500Z',
  monitor: 'M3.5 3.500h13a1 1 0 0 1 1 1V13a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1V4.500a1 1 0 0 1 1-1ZM7 17h6M10 14v3',
  user: 'M10 9.500a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM3.5 17.500c.6-3.5 3-5.5 6.5-5.500s5.9 2 6.5 5.5',
  mail: 'M3.5 4.500h13a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1ZM2.8 5.5 10 11l7.2-5.5',
  eye: 'M1.5 10S4.5 4.5 10 4.5 18.5 10 18.5 10 15.5 15.5 10 15.5 1.5 10 1.5 10ZM10 12.500a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  'eye-off':
    'M3 3l14 14M8.2 5A8 8 0 0 1 10 4.500c5.5 0 8.5 5.5 8.5 5.500a14 14 0 0 1-2.4 3M13.5 14.700A8 8 0 0 1 10 15.500C4.5 15.5 1.5 10 1.5 10a14 14 0 0 1 3.8-4.200M8.3 8.200a2.5 2.5 0 0 0 3.5 3.5',
  alert: 'M10 3 1.8 17h16.400L10 3ZM10 8v4M10 14.500v.1',
  information: 'M10 17.500a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM10 9v5M10 6.200v.1',
  phone: 'M6.5 2.500h7a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1v-13a1 1 0 0 1 1-1ZM9 15h2',
  copy: 'M7.5 7.500h8a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-8a1 1 0 0 1-1-1v-8a1 1 0 0 1 1-1ZM4.5 12.500h-1a1 1 0 0 1-1-1v-8a1 1 0 0 1 1-1h8a1 1 0 0 1 1 1v1',
  refresh: 'M16.5 10A6.5 6.5 0 1 1 14 4.900M16.5 3v3.500H13',
  undo: 'M4 8h8.500a4.5 4.5 0 0 1 0 9H8M7.5 4.5 4 8l3.5 3.5',
  lock: 'M5 9h10a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1ZM6.5 9V6.500a3.5 3.5 0 0 1 7 0V9',
  plus: 'M10 4v12M4 10h12',
  more: 'M5 10h.1M10 10h.1M15 10h.1',
  offline:
    'M3 3l14 14M6.5 10.500A5.5 5.5 0 0 1 8.5 9.200M3.5 7.500a10 10 0 0 1 2.7-1.900M16.5 7.500A10 10 0 0 0 9 4.600M13.5 10.500a5.5 5.5 0 0 0-.8-.7M10 15.500v.1',
  external: 'M11 3.500h5.500V9M16.5 3.5 9 11M14 11.500V16a.9.9 0 0 1-.9.9H4A.9.9 0 0 1 3 16V6.900A.9.9 0 0 1 3.9 6H8.5',
  arrow: 'M4 10h12M11.5 5.5 16 10l-4.5 4.5',
  download: 'M10 3v9.500M6 9l4 4 4-4M3.5 16.500h13',
} as const;

export type IconName = keyof typeof ENTRY_PATHS | MoreIconName;

const ENTRY: Readonly<Partial<Record<IconName, string>>> = ENTRY_PATHS;

/** Decorative: the control that carries it has the name. */
export function Icon(props: { name: IconName; size?: number; className?: string }): ReactNode {
  const { size = 20 } = props;
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      className={props.className}
    >
      <path d={ENTRY[props.name] ?? learntPath(props.name)} />
    </svg>
  );
}
