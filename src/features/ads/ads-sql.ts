/** A number of the device's database. */
const DEVICE = 'unicode(powersync_client_id()) * 31 + unicode(substr(powersync_client_id(), 2)) * 7';

/**
 * The ads that run today in the order of the server. Each device begins at another place of the circle, so that not all
 * show the same ad.
 */
export const RUNNING_ADS_SQL = `SELECT id, title, type, destination_url, image_url, mobile_image_url FROM ads ORDER BY (turn + ${DEVICE}) % 997, id`;
