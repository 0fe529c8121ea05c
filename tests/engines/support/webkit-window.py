"""A window of WebKitGTK under WebKitWebDriver, with storage in a folder. MiniBrowser stores nothing when it is automated."""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

folder = sys.argv[1]

data = WebKit2.WebsiteDataManager(base_data_directory=f"{folder}/data", base_cache_directory=f"{folder}/cache")
# The tests' own certificate.
data.set_tls_errors_policy(WebKit2.TLSErrorsPolicy.IGNORE)
context = WebKit2.WebContext(website_data_manager=data)
context.set_automation_allowed(True)

settings = WebKit2.Settings(hardware_acceleration_policy=WebKit2.HardwareAccelerationPolicy.NEVER)
settings.set_enable_write_console_messages_to_stdout(True)


def new_view(_session, *_):
    view = WebKit2.WebView(is_controlled_by_automation=True, web_context=context, settings=settings)
    window = Gtk.Window(default_width=1280, default_height=800)
    window.add(view)
    window.show_all()
    view.connect("close", lambda _view: window.destroy())
    return view


def start(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("WebKitGTK")
    info.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
    session.set_application_info(info)
    session.connect("create-web-view", new_view)


context.connect("automation-started", start)
Gtk.main()
