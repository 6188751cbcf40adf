/** How `DATABASE_URL` is read: for the commands of content-gen, which use the same variable. */
export { type AddressProblem, type DatabaseAddress, type Host, readAddress } from './database/address.js';
