import type { Finding } from '../finding.js';
import { lineOf } from '../sources/project.js';
import type { Proposal } from '../config/proposal.js';
import type { Surveyor } from './surveyor.js';

type Verdict = Pick<Finding, 'outcome' | 'kind' | 'note'>;

const graphql: Verdict = {
  outcome: 'hand',
  kind: 'graphql',
  note: 'there is no GraphQL here; use REST, or the generated client (client in the config)',
};

/** The plugins that content-gen knows. */
const KNOWN: Readonly<Record<string, Verdict>> = {
  'users-permissions': { outcome: 'works', kind: 'plugin', note: 'users, sign-in and roles are part of the API' },
  upload: { outcome: 'works', kind: 'plugin', note: 'uploads are part of the API' },
  i18n: { outcome: 'works', kind: 'plugin', note: 'locales are part of the API; name them in locales of the config' },
  email: { outcome: 'works', kind: 'plugin', note: 'set SMTP_URL to send the mails of users' },
  'content-manager': { outcome: 'unused', kind: 'plugin' },
  'content-type-builder': { outcome: 'unused', kind: 'plugin' },
  cloud: { outcome: 'unused', kind: 'plugin', note: 'for hosting at Strapi Cloud' },
  seo: { outcome: 'unused', kind: 'plugin', note: 'it only shows a panel; its component is a schema' },
  'config-sync': {
    outcome: 'unused',
    kind: 'plugin',
    note: 'content-gen.config.ts has its roles, permissions and locales',
  },
  'color-picker': { outcome: 'works', kind: 'plugin', note: 'its custom field is a string' },
  graphql,
  documentation: { outcome: 'translated', kind: 'plugin', note: 'openapi: true writes the OpenAPI document' },
};

const UNKNOWN: Verdict = {
  outcome: 'hand',
  kind: 'plugin',
  note: 'plugins do not run here; its routes, types and hooks do not exist',
};

/** What becomes of a plugin, by the name of the plugin in Strapi. */
export function pluginVerdict(name: string): Verdict {
  return KNOWN[name] ?? UNKNOWN;
}

/** The name of the plugin in a package. Undefined for packages without a plugin. */
function pluginName(name: string): string | undefined {
  if (/(^|\/)provider-|strapi-provider-/.test(name)) return undefined;
  const [, plugin] =
    /^@strapi\/plugin-(.+)$/.exec(name) ??
    /(?:^|\/)strapi-plugin-(.+)$/.exec(name) ??
    /^@strapi-community\/(.+)$/.exec(name) ??
    [];
  return plugin;
}

/** Plugins, providers and Strapi itself in package.json. */
export function readPackages(surveyor: Surveyor): void {
  const { manifest } = surveyor.project;
  if (manifest.text === '') return;
  const report = (name: string, verdict: Verdict) =>
    surveyor.findings.push({ ...verdict, file: 'package.json', line: lineOf(manifest.text, `"${name}"`), name });
  const outcome = 'unused';
  surveyor.findings.push({
    outcome,
    kind: 'other',
    file: 'package.json',
    line: 1,
    name: 'scripts and packages of Strapi',
  });
  for (const name of Object.keys(manifest.packages)) {
    const plugin = pluginName(name);
    if (plugin !== undefined) report(name, pluginVerdict(plugin));
    else if (/provider-(upload|email)/.test(name)) report(name, providerVerdict(name));
  }
}

/** Corrects what was said about a package by what reached the config: an installed plugin is on unless the config says no. */
export function settlePackages({ findings, project, synced }: Surveyor, proposal: Proposal): void {
  const isOff = findings.some(({ kind, name }) => kind === 'plugin' && name === 'documentation (disabled)');
  if (project.manifest.packages['@strapi/plugin-documentation'] !== undefined && !isOff) proposal.openapi = true;
  for (const [index, finding] of findings.entries()) {
    const { file, name, outcome, note: _, ...rest } = finding;
    if (name.endsWith('config-sync') && outcome === 'unused' && synced === undefined)
      findings[index] = { ...rest, file, name, outcome, note: 'the project has no files of it' };
    if (file !== 'package.json' || outcome !== 'translated') continue;
    if (/documentation/.test(name) && isOff) findings[index] = { ...rest, file, name, outcome: 'unused' };
    if (finding.kind !== 'provider' || proposal.upload.storage !== undefined) continue;
    const note =
      'no bucket is known without a run of Strapi; write upload.storage in the config, or files stay in public/uploads';
    findings[index] = { ...rest, file, name, outcome: 'hand', note };
  }
}

/** What becomes of an upload or email provider. */
export function providerVerdict(name: string): Verdict {
  const kind = 'provider';
  if (/upload-local/.test(name)) return { outcome: 'works', kind, note: 'files stay in public/uploads' };
  if (/aws-s3/.test(name))
    return {
      outcome: 'translated',
      kind,
      note: "upload.storage: { provider: 's3' }; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
    };
  if (/nodemailer/.test(name))
    return { outcome: 'hand', kind, note: 'set SMTP_URL, such as smtps://user:password@mail.example.org' };
  if (/sendmail/.test(name)) return { outcome: 'hand', kind, note: 'set SMTP_URL to a mail server' };
  if (/email/.test(name))
    return { outcome: 'hand', kind, note: 'set SMTP_URL, or pass mail to createContent in src/app.ts' };
  return {
    outcome: 'hand',
    kind,
    note: 'files can be in a folder or in a bucket with the S3 API; see docs/uploads.md',
  };
}
