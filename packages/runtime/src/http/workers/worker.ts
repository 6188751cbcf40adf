import { type ContentDefinition, findContent } from '../../content/index.js';
import type { RunningServer } from '../server/running-server.js';
import { keepReporting, reportAtEnd, reportFamilies } from './collection.js';
import { type Order, isOurs, report } from './messages.js';

/**
 * Lets the primary decide when the server of this worker ends. Terminals and systemd send signals to all processes of a
 * server, so a signal here may mean all processes or this process alone.
 */
export function obeyPrimary(server: RunningServer, content: ContentDefinition | undefined): void {
  const find = () => content && findContent(content);
  const end = (ended: Promise<void>) => {
    // The end of the server closes the project.
    const running = find();
    void ended.then(() => reportAtEnd(running)).then(() => process.exit(0));
  };
  keepReporting(find);
  process.on('message', (message) => {
    if (!isOurs(message)) return;
    const order = message as Order; // Only the primary sends messages to this process.
    if (order.contentGen === 'stop') end(server.stop(order.drainMs));
    else if (order.contentGen === 'retire') end(server.retire(order.drainMs));
    else if (order.contentGen === 'hurry') server.hurry();
    else if (order.contentGen === 'report') reportFamilies(order.id, find());
  });
  const askedToEnd = () => report({ contentGen: 'asked to end' });
  process.on('SIGTERM', askedToEnd);
  process.on('SIGINT', askedToEnd);
  // The primary restarts all workers; without a listener the signal would end this worker.
  process.on('SIGHUP', () => undefined);
}
