export const ADS_SQL = `SELECT a.id, a.title, a.type, a.destination_url, a.image_url, a.mobile_image_url, a.start_date, a.end_date, a.active,
  a.client_id, a.created_at, c.name AS client
FROM managed_ads a LEFT JOIN ad_clients c ON c.id = a.client_id ORDER BY a.created_at DESC, a.id`;

export const CLIENTS_SQL = 'SELECT id, name FROM ad_clients ORDER BY name COLLATE NOCASE, id';
