/**
 * What the package @content-gen/strapi takes of the command line. This module is no API for projects, and may change in
 * every version, because both packages have the same version.
 */
export { comment, keyOf, literal, string } from './attributes/literal.js';
export type { ConfigDefinition } from './config/define.js';
export { HEADER_NAME } from './config/header-name.js';
export { type Config, loadConfig } from './config/index.js';
export { isObject } from './config/plain-object.js';
export { configFiles } from './config/read.js';
export { settingsOf } from './config/settings.js';
export { storableTypes } from './config/storable-types.js';
export { openConnection } from './database/connection.js';
export { databaseProblem, LostConnection } from './database/failure.js';
export { isComponentModule, isSchemaFile } from './definitions/strapi-files.js';
export { strapiName } from './definitions/strapi-name.js';
export { type Diagnostic, ok, type Result } from './diagnostics/diagnostic.js';
export { Problem } from './diagnostics/problem.js';
export { codeOf, messageOf } from './diagnostics/thrown.js';
export { type FiledRequest, readRequestLines, readTraffic, RequestFileProblem } from './diff/requests/read.js';
export { openTemplates, type Render } from './emit/render.js';
export { templateFolder } from './emit/template-folder.js';
export { isMarked } from './files/generated-file.js';
export { completeWrites, writeTogether } from './files/write-together.js';
export { findFormatter } from './format/formatter.js';
export { formatSources } from './format/prettier.js';
export { readModel } from './generate/generate.js';
export { type InitPlan, planInit } from './init/plan.js';
export { knownCustomFields } from './model/attribute/custom-fields.js';
export type { Attribute, Component, ContentModel, ContentType, Literal, ScalarType } from './model/model.js';
export { camelCase } from './model/names/names.js';
export { isUsualLabel } from './model/names/usual-label.js';
export { checkPopulateSetting } from './permissions/default-populate.js';
export { isAlwaysRegistered, registrationProblem } from './permissions/registration.js';
export { coreActions, type GrantedAction, grantedActions } from './permissions/strapi-actions.js';
export { usersPluginFile } from './project/users-plugin.js';
export type { CompareFlags, MoveFlags, StrapiTools } from './strapi/tools.js';
export { loadCompiler } from './syntax/compiler.js';
export { diagnosticsAsJson, printJson, reportDiagnostics } from './terminal/diagnostics.js';
export { failureMessage, refuse } from './terminal/failure.js';
export { plural } from './terminal/summary.js';
export type { ExitCode, Terminal } from './terminal/terminal.js';
export { isUrl } from './transfer/address.js';
export { jsonFile, jsonLines } from './transfer/archive/lines.js';
export { type ArchiveFile, entriesOf } from './transfer/archive/tar.js';
export { openSource } from './transfer/open.js';
export { TransferProblem } from './transfer/problem.js';
export type { Source, SourceEntity, SourceFile, SourceLink, SourceWebhook } from './transfer/source.js';
export type { StrapiDatabase, StrapiReaders } from './transfer/strapi-readers.js';
export { installCommand } from './version.js';
export type { Settings } from '@content-gen/runtime';

/** Loads the server when it is called, because the server brings the bundler and the database. */
export const serveProject: typeof import('./serve/serve.js').serve = async (...task) =>
  (await import('./serve/serve.js')).serve(...task);
