import { useEffect, useRef, type ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components';
import { showWithin } from './show-within.ts';
import styles from './tabs.module.css';

/** Tabs; arrows move between them. */
export function Tabs(props: {
  label: string;
  selected: string;
  onSelect: (id: string) => void;
  tabs: readonly { id: string; label: string; panel: ReactNode }[];
}): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Where not all of them have room, the open one is seen; the list is filled only after its first rendering.
    const frame = requestAnimationFrame(() => showWithin(list.current, list.current?.querySelector('[aria-selected="true"]')));
    return () => cancelAnimationFrame(frame);
  }, [props.selected]);
  return (
    <AriaTabs
      className={styles['tabs'] ?? ''}
      selectedKey={props.selected}
      onSelectionChange={(key) => props.onSelect(String(key))}
    >
      <TabList ref={list} aria-label={props.label} className={styles['list'] ?? ''}>
        {props.tabs.map((tab) => (
          <Tab key={tab.id} id={tab.id} className={styles['tab'] ?? ''}>
            {tab.label}
          </Tab>
        ))}
      </TabList>
      {props.tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className={styles['panel'] ?? ''}>
          {tab.panel}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
