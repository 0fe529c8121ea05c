/** A number of the device's database. */
const DEVICE = 'unicode(powersync_client_id()) * 31 + unicode(substr(powersync_client_id(), 2)) * 7';

/** Today's ads in the server's order. Each device starts elsewhere in the circle, to spread the views. */
export const RUNNING_ADS_SQL = `SELECT id, title, type, destination_url, image_url, mobile_image_url FROM ads ORDER BY (turn + ${DEVICE}) % 997, id`;
