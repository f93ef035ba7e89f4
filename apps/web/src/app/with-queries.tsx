import { QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { createQueryClient } from '../lib/endpoint-query.ts';

/** A public page that asks the server as the signed-in pages do: those bring the cache of its answers along, public ones have none. */
export const withQueries = (Screen: () => ReactNode): (() => ReactNode) =>
  function Queried(): ReactNode {
    const [client] = useState(createQueryClient);
    return (
      <QueryClientProvider client={client}>
        <Screen />
      </QueryClientProvider>
    );
  };
