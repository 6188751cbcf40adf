import type { MailSender } from '../../src/content/users-settings.js';
import type { Settings } from '../../src/content/settings.js';
import type { TestDatabase } from '../harness/database.js';
import { conformance } from '../harness/fixtures/conformance.js';
import { type Site, openSite as open } from '../harness/site.js';

export type { Site } from '../harness/site.js';

/** The secret of a token of the conformance kit that may do everything. */
export const FULL = 'conformance-token-full-access';

type Overrides = Partial<Pick<Settings, 'api' | 'permissions' | 'tokens' | 'users'>> & { readonly mail?: MailSender };

/** The conformance kit with settings of the test's own; on a database of its own, unless one is given. */
export function openSite({ mail, ...settings }: Overrides = {}, test?: TestDatabase): Promise<Site> {
  return open(conformance, {
    settings: { users: { rateLimit: false }, ...settings },
    ...(mail && { mail }),
    ...(test && { test }),
  });
}
