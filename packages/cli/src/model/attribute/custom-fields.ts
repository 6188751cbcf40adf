import type { ScalarType } from '../model.js';

/** The types that well-known custom fields store. Strapi asks the plugin of the field, which does not run here. */
export const knownCustomFields: ReadonlyMap<string, ScalarType> = new Map([
  ['plugin::color-picker.color', 'string'],
  ['plugin::ckeditor5.CKEditor', 'richtext'],
  ['plugin::ckeditor.CKEditor', 'richtext'],
  ['plugin::multi-select.multi-select', 'json'],
  ['plugin::tinymce.tinymce', 'richtext'],
  ['plugin::tagsinput.tags', 'json'],
  ['plugin::oembed.oembed', 'json'],
  ['plugin::strapi-advanced-uuid.uuid', 'uid'],
  ['plugin::country-select.country', 'string'],
  ['plugin::react-icons.icon', 'string'],
  ['plugin::string-array.input', 'text'],
  ['plugin::map-field.map', 'json'],
  ['plugin::geodata.geojson', 'json'],
  ['plugin::strapi-leaflet-geoman.geojson', 'json'],
  ['plugin::google-maps.location-picker', 'json'],
]);
