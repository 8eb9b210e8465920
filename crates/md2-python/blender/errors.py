# SPDX-License-Identifier: GPL-3.0-or-later
"""The errors of an export."""


class ExportError(Exception):
    """The selection cannot be exported. The text says why."""
